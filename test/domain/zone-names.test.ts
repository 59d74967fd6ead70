import { beforeAll, describe, expect, it } from "vitest";
import { loadZones, resolveZone } from "../../src/domain/zone.ts";

beforeAll(loadZones);

describe("names of US zones other than IANA's", () => {
  it.each([
    ["ET", "America/New_York"],
    ["ct", "America/Chicago"],
    ["PT", "America/Los_Angeles"],
    ["Eastern Time", "America/New_York"],
    ["Central Time", "America/Chicago"],
    ["Pacific Time", "America/Los_Angeles"],
    ["EST5EDT", "America/New_York"],
    ["CST6CDT", "America/Chicago"],
    ["MST7MDT", "America/Denver"],
    ["PST8PDT", "America/Los_Angeles"],
    ["Alaskan Standard Time", "America/Anchorage"],
    ["Aleutian Standard Time", "America/Adak"],
    ["Central Standard Time", "America/Chicago"],
    ["eastern  standard time", "America/New_York"],
    ["Hawaiian Standard Time", "Pacific/Honolulu"],
    ["Mountain Standard Time", "America/Denver"],
    ["Pacific Standard Time", "America/Los_Angeles"],
    ["SA Western Standard Time", "America/Puerto_Rico"],
    ["US Eastern Standard Time", "America/Indiana/Indianapolis"],
    ["US Mountain Standard Time", "America/Phoenix"],
    ["West Pacific Standard Time", "Pacific/Guam"],
    ["Alaska Daylight Time", "-08:00"],
    ["Central Daylight Time", "-05:00"],
    ["Eastern Daylight Time", "-04:00"],
    ["Mountain Daylight Time", "-06:00"],
    ["Pacific Daylight Time", "-07:00"],
  ])("%s is %s", (name, id) => {
    expect(resolveZone(name)).toEqual({ id });
  });

  it.each(["MT", "Atlantic Standard Time", "Samoa Standard Time", "1America/Chicago", "America/Chicago!", "/Chicago"])(
    "%s is none that is certain",
    (name) => {
      expect(resolveZone(name)).toBeUndefined();
    },
  );
});
