import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/config.ts";

/** What is read from one variable, and its problems; the other variables are not set. */
function load(variable: string, url: string) {
  const { problems, ...config } = loadConfig({ [variable]: url });
  return { config, problems: problems.filter((problem) => problem.variable === variable) };
}

describe("URLs", () => {
  test.each([
    "https://api.example.com",
    "https://api.example.com:8443/some//path//",
    "http://127.0.0.1:4010",
    "http://127.9.8.7/base",
    "http://[::1]:4010/",
    "http://localhost:4010",
  ])("accept %s", (url) => {
    expect(load("COLDROUTE_TRACKING_URL", url).config.productUrls.tracking).toBe(url.replace(/\/+$/, ""));
  });

  test.each([
    "http://api.example.com",
    "http://127.0.0.1.example.com",
    "http://localhost.example.com",
    "http://10.0.0.1",
    "ftp://api.example.com",
    "api.example.com",
    "https:api.example.com",
    "https://user:password@api.example.com",
    "https://@api.example.com",
    "https://api.example.com?a=b",
    "https://api.example.com/?",
    "https://api.example.com/#part",
    "https://api.example.com/a b",
    "https:\\\\api.example.com",
    "https://",
  ])("refuse %s, which blocks the product's tools alone", (url) => {
    expect(load("COLDROUTE_TRACKING_URL", url).problems).toMatchObject([{ blocks: ["track_package"] }]);
  });
});

describe("a URL that ends in a path of the service [G-configuration]", () => {
  test.each([
    ["COLDROUTE_AUTH_URL", "https://auth.example.com/oauth/token", "https://auth.example.com"],
    ["COLDROUTE_AUTH_URL", "https://auth.example.com/tenant/oauth/", "https://auth.example.com/tenant"],
    ["COLDROUTE_RISK_URL", "https://risk.example.com/data/v1/", "https://risk.example.com/data"],
    ["COLDROUTE_RISK_URL", "https://risk.example.com/V1/temperature-alerts", "https://risk.example.com"],
    ["COLDROUTE_RISK_URL", "https://risk.example.com/risk-levels", "https://risk.example.com"],
    ["COLDROUTE_RISK_URL", "http://localhost:4010/v1/v1", "http://localhost:4010"],
    ["COLDROUTE_PLANNING_URL", "https://carrier.example.com/shipments", "https://carrier.example.com"],
    ["COLDROUTE_PLANNING_URL", "https://carrier.example.com/v2/shipments//", "https://carrier.example.com/v2"],
    ["COLDROUTE_TRACKING_URL", "https://support.example.com/v1", "https://support.example.com"],
    ["COLDROUTE_TRACKING_URL", "https://support.example.com/v1/packages", "https://support.example.com"],
    ["COLDROUTE_TRACKING_URL", "https://support.example.com/a/v1/packages/{id}", "https://support.example.com/a"],
    ["COLDROUTE_TRACKING_URL", "https://support.example.com/packages/", "https://support.example.com"],
  ])("is refused: %s=%s should hold %s", (variable, url, meant) => {
    const message = expect.stringContaining(`should hold ${meant}, without /`) as string;
    expect(load(variable, url).problems).toMatchObject([{ message }]);
  });

  test.each([
    ["COLDROUTE_AUTH_URL", "https://auth.example.com/v1"],
    ["COLDROUTE_RISK_URL", "https://risk.example.com/v1/data"],
    ["COLDROUTE_PLANNING_URL", "https://carrier.example.com/v1"],
    ["COLDROUTE_TRACKING_URL", "https://packages.example.com"],
    ["COLDROUTE_TRACKING_URL", "https://support.example.com/my-packages"],
  ])("is not %s=%s", (variable, url) => {
    expect(load(variable, url).problems).toEqual([]);
  });
});
