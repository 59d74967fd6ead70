const words = (text: string): readonly string[] => text.split(/\s+/);

/** service.md 2.7, in its order. Other values pass through and count as contract drift. */
export const ENUMERATIONS = {
  carrier: words("Unknown CarrierA CarrierB CarrierD CarrierE Operator CarrierG CarrierH CarrierC CarrierI"),
  carrierService: words(`Unknown
    CarrierANextDayEarly CarrierANextDay CarrierANextDaySaver CarrierATwoDayAm CarrierATwoDay CarrierAThreeDay
    CarrierAGround CarrierASurePost
    CarrierCFirstClassPackageService CarrierCPriorityMail CarrierCPriorityMailExpress CarrierCParcelSelect
    CarrierCParcelSelectLightweight CarrierCFirstClassMail CarrierCGroundAdvantage CarrierCPending
    CarrierBFirstOvernight CarrierBPriorityOvernight CarrierBStandardOvernight CarrierBTwoDayAm CarrierBTwoDay
    CarrierBExpressSaver CarrierBGround CarrierBHomeDelivery CarrierBGroundEconomy
    DirectCourier`),
  transitService: words(`Unknown NextDayAm NextDay NextDayPm TwoDayAm TwoDay ThreeDay
    Ground GroundHome GroundLastMileHybrid
    FirstClass PriorityMail PriorityMailExpress ParcelSelect ParcelSelectLightweight FirstClassMail DirectCourier`),
  transitServiceClass: words(
    "Unknown Ground OneDay TwoDay ThreeDay FirstClass PriorityMail ParcelSelect DirectCourier",
  ),
};
