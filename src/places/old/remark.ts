import { isMilitaryPost, type NamedCity } from "./city-names.ts";
import { REMARKS } from "./nicknames.ts";

/** What is not plain about how a place was read, as a clause; `brief` where many places are told with their labels. */
export interface Remark {
  readonly full: string;
  readonly brief: string;
}

const NOT_POSTAL: Remark = {
  full: "no postal city; taken as the ZIPs in or around it",
  brief: "no postal city",
};
const PARTLY_POSTAL: Remark = {
  full: "postal names give it few of its ZIPs; taken with those in or around it",
  brief: "postal names give it few of its ZIPs",
};

const MILITARY: Remark = {
  full: "all of the military's ZIPs there, since which are APO, FPO or DPO changes",
  brief: "all of the military's ZIPs there",
};

/** That a name was read as a city's, why, and what else it names. */
export function readAs({ label }: NamedCity, why: string, more = ""): Remark {
  return { full: `read as ${label}, ${why}${more}`, brief: why };
}

/** How a city was read, and what is to be known of it in any case; undefined where there is nothing. */
export function remarkOn(city: NamedCity, how: Remark | undefined): Remark | undefined {
  const { label, isPostal, isPartlyPostal } = city;
  const known = Object.hasOwn(REMARKS, label) ? REMARKS[label] : undefined;
  const postal = isMilitaryPost(city) ? MILITARY : isPostal ? undefined : isPartlyPostal ? PARTLY_POSTAL : NOT_POSTAL;
  const own = known === undefined ? postal : { full: known, brief: known };
  return own === undefined ? how : joined(how, own);
}

/** Two remarks as one. */
export function joined(one: Remark | undefined, other: Remark): Remark {
  return one === undefined ? other : { full: `${one.full}; ${other.full}`, brief: `${one.brief}; ${other.brief}` };
}
