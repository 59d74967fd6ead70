/** The environment of a tracking client whose service only a proxy can reach. */
export const BEHIND_PROXY = {
  COLDROUTE_CLIENT_ID: "client",
  COLDROUTE_CLIENT_SECRET: "the-client-secret",
  COLDROUTE_TOOLS: "track_package",
  COLDROUTE_AUTH_URL: "https://service.test/auth",
  COLDROUTE_TRACKING_URL: "https://service.test/track",
};
