// The results: certificates, checked in front of the visitor.

import { send } from "../lab/page/sending.js";

const number = new Intl.NumberFormat("en");
const hexadecimal = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Has the checker look at a certificate: whether it was accepted, and what there is to say. */
async function check(bytes, expectedSum) {
  const begun = performance.now();
  const response = await send("/api/v1/certificates?limit=10m", {
    method: "POST", headers: { "content-type": "application/octet-stream" }, body: bytes,
  });
  const answer = await response.json();
  if (!response.ok) return { isAccepted: false, text: answer.error.message };
  const { verdict, reason, proven, table, sha256 } = answer.report;
  const seconds = ((performance.now() - begun) / 1000).toFixed(2);
  if (verdict !== "accepted") return { isAccepted: false, text: `Refused: ${reason ?? verdict}` };
  if (expectedSum && sha256 !== expectedSum) return { isAccepted: false, text: "Another certificate than the one in the list: its checksum differs." };
  const entries = proven?.entries ?? table?.steps;
  const size = entries === undefined ? "" : `, ${number.format(entries)} entries`;
  return { isAccepted: true, text: `Accepted: ${claim(proven, table)}${size}, ${seconds} s` };
}

/** What a certificate proves, in words. */
function claim(proven, table) {
  if (!proven) return `a table of ${table.rows} rows for ${table.game}`;
  const { game, position, outcome, bounds } = proven;
  return `${game}${position === "start" ? "" : `, ${position}`}: ${outcome ?? bounds ?? "as listed"}`;
}

async function show(output, finding) {
  output.className = "";
  output.textContent = "Checking …";
  let found;
  try {
    found = await finding();
  } catch (error) {
    found = { isAccepted: false, text: `Not checked: ${error.message}` };
  }
  output.className = found.isAccepted ? "accepted" : "refused";
  output.textContent = found.text;
}

for (const button of document.querySelectorAll("button[data-file]")) {
  const { file, sum } = button.dataset;
  button.addEventListener("click", async () => {
    button.disabled = true;
    await show(button.parentElement.querySelector("output"), async () => {
      const response = await fetch(`certificates/${file}`);
      if (!response.ok) throw new Error(`the file is not there: ${response.status}`);
      const bytes = await response.arrayBuffer();
      // A host that changed the file would be found out twice: its sum is another, and so is what it proves.
      const [summed, found] = [hexadecimal(await crypto.subtle.digest("SHA-256", bytes)), await check(bytes, sum)];
      if (found.isAccepted && summed !== sum) return { isAccepted: false, text: "This is not the certificate of the list." };
      return found;
    });
    button.disabled = false;
  });
}

const own = document.getElementById("own");
own.addEventListener("change", () => {
  const [file] = own.files;
  if (file) show(document.getElementById("verdict"), async () => check(await file.arrayBuffer(), null));
});
