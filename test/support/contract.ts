/*
 * Numbers of the contract (DESIGN 4), as the black-box tests hold the client to them. Each stands here once, and nowhere is it
 * taken from the source.
 */

/** Retries: attempts of one request at most. */
export const MAX_ATTEMPTS = 4;

/** Paging: sizes asked for one after the other, each when the one before it was refused; 0 leaves it to the service. */
export const PAGE_SIZES: readonly number[] = [50_000, 10_000, 1_000, 0];
