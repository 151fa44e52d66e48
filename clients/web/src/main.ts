// The page of relaxd: what is served.
interface Status {
    version: string;
    maps: { name: string; profile: string | null }[];
}

async function show(): Promise<void> {
    const status = (await (await fetch('/v1/status')).json()) as Status;
    const names = status.maps.map((map) => (map.profile ? `${map.name}, ${map.profile}` : map.name));

    document.querySelector('#map')!.textContent = `relaxd ${status.version}: ${names.join('; ')}`;
}

void show();
