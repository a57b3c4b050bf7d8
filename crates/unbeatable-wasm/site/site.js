// Keeps the site for times without a network.

addEventListener("load", () => {
  navigator.serviceWorker?.register("service.js").catch((error) => console.info(`not kept for later: ${error.message}`));
});
