import { render } from "preact";
import { connectToHost } from "./host.ts";
import { Page, type Told } from "./page.tsx";

const root = document.body;
let told: Told = { context: {} };

const resized = connectToHost(
  window.parent,
  { name: "coldroute", version: "1" },
  {
    result: (result) => show({ result, isCancelled: false }),
    cancelled: () => show({ isCancelled: true }),
    context: (context) => show({ context }),
  },
);

function show(news: Partial<Told>): void {
  told = { ...told, ...news };
  render(<Page {...told} resized={resized} />, root);
}

show({});
