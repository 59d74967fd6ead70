const namesListed = (text: string): readonly string[] => text.split(" ");

// The enumerations of service.md 2.7, in its order. Other values pass through and count as contract drift.

export const CARRIERS = namesListed(
  "Unknown CarrierA CarrierB CarrierD CarrierE Operator CarrierG CarrierH CarrierC CarrierI",
);

export const CARRIER_SERVICES = namesListed(
  "Unknown CarrierANextDayEarly CarrierANextDay CarrierANextDaySaver CarrierATwoDayAm CarrierATwoDay CarrierAThreeDay " +
    "CarrierAGround CarrierASurePost CarrierCFirstClassPackageService CarrierCPriorityMail CarrierCPriorityMailExpress " +
    "CarrierCParcelSelect CarrierCParcelSelectLightweight CarrierCFirstClassMail CarrierCGroundAdvantage " +
    "CarrierCPending CarrierBFirstOvernight CarrierBPriorityOvernight CarrierBStandardOvernight CarrierBTwoDayAm " +
    "CarrierBTwoDay CarrierBExpressSaver CarrierBGround CarrierBHomeDelivery CarrierBGroundEconomy DirectCourier",
);

export const TRANSIT_SERVICES = namesListed(
  "Unknown NextDayAm NextDay NextDayPm TwoDayAm TwoDay ThreeDay Ground GroundHome GroundLastMileHybrid FirstClass " +
    "PriorityMail PriorityMailExpress ParcelSelect ParcelSelectLightweight FirstClassMail DirectCourier",
);

export const TRANSIT_SERVICE_CLASSES = namesListed(
  "Unknown Ground OneDay TwoDay ThreeDay FirstClass PriorityMail ParcelSelect DirectCourier",
);
