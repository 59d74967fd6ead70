/** Counties by key and state, each of whose names is nearly that of a city there, and no place's. */
const COUNTIES = new Set(
  (
    "acadia_la benton_mn calvert_md chouteau_mt columbia_ga dallam_tx dimmit_tx douglas_ks edmonson_ky forrest_ms " +
    "fulton_ga genesee_ny grady_ga grant_nm greene_oh hotspg_ar johnson_ia levy_fl lyon_ia marin_ca martin_nc martin_tx meade_ky " +
    "plaquemines_la saline_ks stanly_nc walker_tx"
  ).split(" "),
);

/** Whether a name that no place of a state has is a county's, and so no misspelling of a city's. */
export function isCountyLikeCity(key: string, state: string): boolean {
  return COUNTIES.has(`${key}_${state.toLowerCase()}`);
}
