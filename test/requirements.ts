/**
 * Every statement of the interface specification, sections 2 to 9, as data. A test cites the ones it proves in its
 * title, each in square brackets: `it("[2.1-meta.total] passes through", …)`. `requirements.test.ts` fails while a
 * requirement is cited nowhere, or a citation names none.
 */
import { endpoints } from "./requirements/endpoints.ts";
import type { Requirement } from "./requirements/requirement.ts";
import { resources } from "./requirements/resources.ts";
import { rules } from "./requirements/rules.ts";

export const requirements: readonly Requirement[] = [...resources, ...endpoints, ...rules];
