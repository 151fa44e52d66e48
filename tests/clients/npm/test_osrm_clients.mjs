// test_osrm_clients: what is written for OSRM, unmodified, against a running relaxd.
import { run, startMaps } from './lib.mjs';
import { leaflet } from './leaflet.mjs';
import { plain } from './plain.mjs';
import { restClient } from './rest_client.mjs';
import { routingjs } from './routingjs.mjs';
import { textInstructions } from './text_instructions.mjs';

await run(async () => {
    const address = await startMaps();

    for (const client of [restClient, routingjs, textInstructions, leaflet, plain]) await client(address);
});
