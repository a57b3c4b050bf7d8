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
  const { report } = answer;
  const { verdict, reason, sha256, answers } = report;
  const seconds = ((performance.now() - begun) / 1000).toFixed(2);
  if (verdict !== "accepted") return { isAccepted: false, text: `Refused: ${reason ?? report.stopped ?? verdict}` };
  if (expectedSum && sha256 !== expectedSum) return { isAccepted: false, text: "Another certificate than the one in the list: its checksum differs." };
  return { isAccepted: true, text: `Accepted: ${claim(report)}, ${number.format(answers)} entries, ${seconds} s` };
}

/** What a certificate proves, in words. */
function claim({ game, position, within, outcome, bounds, rows }) {
  const where = `${game} ${position}`;
  if (rows !== undefined) return `${where}: a table of ${number.format(rows)} rows`;
  if (within) return `${where}: within ${within} plies ${bounds.lower > 0 ? "a win" : "no win"}`;
  if (!outcome) return `${where}: ${bounds.lower} to ${bounds.upper}`;
  if (outcome.winner === null) return `${where}: a draw`;
  return `${where}: ${outcome.winner} wins${outcome.margin ? ` by ${Math.abs(outcome.margin)}` : ""}`;
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
      // What the host has now, whatever was looked at before.
      const response = await fetch(`certificates/${file}`, { cache: "no-store" });
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
