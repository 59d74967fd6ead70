import { config } from "zod";

// A process on stdio uses each schema a few times: compiling a parser for it would cost more than it saves. zod asks when a
// schema is made, so this precedes the SDKs.
config({ jitless: true });
