import { expect, test } from "vitest";
import { askScripted } from "../support/asking.ts";
import { BOX, sendsPlans, shipment } from "../support/samples.ts";

const boxOf = (parcel: object) => ({ ...BOX, parcel: { ...BOX.parcel, ...parcel } });

test.each([
  [{ ...BOX, destination: { zipCode: "85047", state: "CO", city: "Denver" } }, "is not the state of 85047 in area"],
  [{ ...BOX, destination: "1 Long Road, Denver, CO 85047" }, "a state other than that of its ZIP, in area 850, AZ"],
  [{ ...BOX, origin: { zipCode: "90001", country: "PR" } }, '"PR" is not the country of 90001 Los Angeles, CA'],
  [{ ...BOX, origin: { zipCode: "96799", state: "HI" } }, '"HI" is not the state of 96799'],
  [{ ...BOX, origin: { zipCode: "00801", state: "PR" } }, '"PR" is not the state of 00801'],
  [{ ...BOX, destination: { zipCode: "901", country: "PR" } }, '"901" is only a ZIP prefix'],
  [{ ...BOX, destination: { zipCode: "33101", state: "FL", country: "GU" } }, '"GU" is not the country of 33101'],
  [{ ...BOX, destination: { zipCode: "90001", country: "CA" } }, '"CA" is Canada'],
  [boxOf({ length: 1_000_000 }), "parcel.length: 1000000 should be at most 1000"],
  [boxOf({ height: 1000.5 }), "parcel.height: 1000.5 should be at most 1000"],
  [{ ...BOX, shipDate: "2027-11-30" }, '"2027-11-30" is over a year ahead: today is Mon 2026-11-23 UTC'],
  [{ ...BOX, shipDates: ["2026-11-30", "2027-12-01"] }, 'shipDates: "2027-12-01" is over a year ahead'],
  [
    { ...BOX, quantity: 3 },
    "quantity: is not a parameter of plan_shipment; a plan holds one parcel. Call again for each",
  ],
  [boxOf({ pieces: 2 }), "parcel has no field pieces; a plan holds one parcel. Call again for each"],
  [
    {
      ...BOX,
      destination: { zipCode: "28013", city: "Madrid", country: "ES" },
      deliveryByDate: "2026-11-28T12:00+01:00",
    },
    'deliveryByDate: "2026-11-28T12:00+01:00" has an offset, and the clock at the destination is not known: give the time there',
  ],
  [{ ...BOX, deliveryByDate: "2026-11-28T12:00Z" }, "should be a date written yyyy-MM-dd, or a time"],
  [{ ...BOX, shipDate: "2026-11-29", deliveryByDate: "2026-11-28T23:00-05:00" }, "is before the ship date 2026-11-29"],
  [{ ...BOX, deliveryByDate: "2099-11-28T12:00" }, 'deliveryByDate: "2099-11-28" is over a year ahead'],
])("what a careful clerk would not send is refused [G-arguments]: %j", async (args, told) => {
  const { ask, service } = await askScripted({ planning: sendsPlans(() => shipment()) });
  const { text, error } = await ask("plan_shipment", args);
  expect(error).toMatchObject({ kind: "invalid_arguments" });
  expect(text).toContain(told);
  expect(service.received).toEqual([]);
});
