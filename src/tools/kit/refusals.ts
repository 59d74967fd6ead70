/** A refinement's refusal of a text that is no date; `params` tells that a correction can be computed from the value. */
export const NO_DATE = { message: "should be a date written yyyy-MM-dd", params: { isFormat: true } };
