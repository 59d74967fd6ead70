import { config } from "zod";

// A stdio process uses each schema a few times, so compiled parsers would cost more than they save. zod reads this
// setting when a schema is made: import it before the SDKs.
config({ jitless: true });
