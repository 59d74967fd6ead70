import { expect, test } from "vitest";
import { completeCity, completeLastPlace } from "../../src/places/complete.ts";
import { readPlace } from "../../src/places/read-place.ts";

test.each([
  ["phoe", "Phoenix, AZ"],
  ["st. lou", "Saint Louis, MO"],
  ["Ft W", "Fort Worth, TX"],
  ["Springfield, M", "Springfield, MA"],
  ["coeur d'al", "Coeur d'Alene, ID"],
  ["n", "New York City, NY"],
  ["3310", "33101"],
])("%j is completed first to %s", (typed, first) => {
  expect(completeCity(typed)[0]).toBe(first);
});

test("nothing is offered for two digits or a name that no place has", () => {
  expect([...completeCity("85"), ...completeCity("qwxyz"), ...completeCity("850011")]).toEqual([]);
});

test("every completion is read as a place", () => {
  const offers = ["", "chelsea", "new york", "wash"].flatMap((typed) => completeCity(typed).slice(0, 300));
  expect(offers.length).toBeGreaterThan(300);
  expect(offers.filter((label) => readPlace(label).kind !== "place")).toEqual([]);
});

test("the last of several places is completed, states first, and the others stay unchanged", () => {
  expect(completeLastPlace("85001;  Miami, F")).toEqual(["85001;  Miami, FL"]);
  expect(completeLastPlace("Boise, ID; wash")[0]).toBe("Boise, ID; Washington State");
});
