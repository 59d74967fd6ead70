const words = (text: string): readonly string[] => text.split(/\s+/);

/** The enumerations of service.md 2.7, read from the specification for the tests alone. */
export const enumerations = {
  carrier: words("Unknown CarrierA CarrierB CarrierD CarrierE Operator CarrierG CarrierH CarrierC CarrierI"),
  carrierService: words(`Unknown CarrierANextDayEarly CarrierANextDay CarrierANextDaySaver CarrierATwoDayAm
    CarrierATwoDay CarrierAThreeDay CarrierAGround CarrierASurePost CarrierCFirstClassPackageService
    CarrierCPriorityMail CarrierCPriorityMailExpress CarrierCParcelSelect CarrierCParcelSelectLightweight
    CarrierCFirstClassMail CarrierCGroundAdvantage CarrierCPending CarrierBFirstOvernight CarrierBPriorityOvernight
    CarrierBStandardOvernight CarrierBTwoDayAm CarrierBTwoDay CarrierBExpressSaver CarrierBGround CarrierBHomeDelivery
    CarrierBGroundEconomy DirectCourier`),
  transitService: words(`Unknown NextDayAm NextDay NextDayPm TwoDayAm TwoDay ThreeDay Ground GroundHome
    GroundLastMileHybrid FirstClass PriorityMail PriorityMailExpress ParcelSelect ParcelSelectLightweight FirstClassMail
    DirectCourier`),
  transitServiceClass: words(
    "Unknown Ground OneDay TwoDay ThreeDay FirstClass PriorityMail ParcelSelect DirectCourier",
  ),
};
