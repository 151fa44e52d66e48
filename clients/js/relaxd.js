// relaxd: a client of relaxd's HTTP interface, for browsers and node 18 or newer.
// What it takes and gives stands in relaxd.d.ts.

export class RelaxdError extends Error {
    constructor(words, { status = 0, code = 'NoAnswer', mend = '', cause } = {}) {
        super(words, cause ? { cause } : undefined);
        this.name = 'RelaxdError';
        this.status = status;
        this.code = code;
        this.mend = mend;
    }
}

// Longer URLs are asked as bodies; shorter ones may be kept by who asks.
const URL_MAX = 4000;

// Positions as OSRM's paths have them; it rounds to 10^-6 degrees as well.
const join = (places) => places.map(([lon, lat]) => `${fixed(lon)},${fixed(lat)}`).join(';');
const fixed = (degrees) => String(Math.round(degrees * 1e6) / 1e6);

const given = (options) => Object.entries(options).filter(([, value]) => value !== undefined && value !== null);

function query(options, lists = {}) {
    const repeated = given(lists).flatMap(([name, values]) => values.map((value) => [name, value]));
    const pairs = [...repeated, ...given(options)];
    const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%(2C|3B)/g, decode)}`);
    return text.length ? `?${text.join('&')}` : '';
}

const decode = (octet) => decodeURIComponent(octet);

// JSON, bytes, or text, as it says it is; null where JSON is none.
function read(response) {
    const type = response.headers.get('content-type') ?? '';
    if (/json/.test(type)) {
        return response.json().catch((error) => {
            if (error instanceof SyntaxError) return null;
            throw error;
        });
    }
    return type.startsWith('application/octet-stream') ? response.arrayBuffer() : response.text();
}

// Of NumPy's format, version 1.0: a magic, the length of a header, the header, numbers.
function readArray(bytes) {
    const start = 10 + new DataView(bytes).getUint16(8, true);
    const header = new TextDecoder('latin1').decode(new Uint8Array(bytes, 10, start - 10));
    const shape = /'shape': \(([\d, ]+)\)/.exec(header)[1].split(',').filter((part) => part.trim()).map(Number);
    return { shape, values: new Uint32Array(bytes, start) };
}

// An error in OSRM's form, in relaxd's (RFC 9457), or from elsewhere.
function refusal(response, answer) {
    const { code, message, type, title, detail, mend } = answer ?? {};
    return new RelaxdError(detail ?? message ?? title ?? `HTTP status ${response.status}`, {
        status: response.status,
        code: code ?? type?.replace('urn:relaxd:', '') ?? 'NoAnswer',
        mend,
    });
}

export class Relaxd {
    #base;
    #fetch;

    constructor(base = '', options = {}) {
        this.token = options.token ?? '';
        this.#base = String(base).replace(/\/+$/, '');
        this.#fetch = options.fetch ?? ((...given) => globalThis.fetch(...given));
    }

    async #ask(path, request) {
        const { signal } = request;
        let response;
        let answer;
        try {
            response = await this.#fetch(this.#base + path, request);
            answer = await read(response);
        } catch (error) {
            if (signal?.aborted) throw error;
            throw new RelaxdError(`relaxd does not answer: ${error.message}`, { cause: error });
        }
        if (!response.ok || answer === null || (answer.code ?? 'Ok') !== 'Ok') throw refusal(response, answer);
        return answer;
    }

    #get(path, { signal } = {}) {
        return this.#ask(path, { signal });
    }

    // Changes weights; who may is told by the token, where one is wanted.
    #change(method, path, rows, { signal, key } = {}) {
        const headers = {
            ...(rows ? { 'Content-Type': 'application/json' } : {}),
            ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}),
            ...(key ? { 'Idempotency-Key': key } : {}),
        };
        return this.#ask(path, { method, headers, signal, ...(rows ? { body: JSON.stringify(rows) } : {}) });
    }

    // A question of relaxd's own; `lists` are what a URL repeats. A URL has no room for a model
    // but its name.
    #question(name, lists, options, { signal } = {}, headers = {}) {
        const whole = typeof options.model === 'object' && options.model !== null;
        const target = whole ? '' : `/v1/${name}${query(options, lists)}`;
        if (!whole && target.length <= URL_MAX) return this.#ask(target, { headers, signal });
        const some = Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length));
        return this.#post(name, { ...some, ...options }, { signal }, headers);
    }

    #post(name, fields, { signal } = {}, headers = {}) {
        const body = JSON.stringify(Object.fromEntries(given(fields)));
        return this.#ask(`/v1/${name}`, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body, signal });
    }

    route(places, options = {}, call) {
        const [from, to] = [places[0], places[places.length - 1]];
        return this.#question('route', { via: places.slice(1, -1) }, { from, to, ...options }, call);
    }

    table(sources, targets, { pairs, ...options } = {}, call) {
        if (pairs) return this.#post('table', { sources, targets, pairs, ...options }, call);
        return this.#question('table', { sources, targets }, options, call);
    }

    async tableArray(sources, targets, options = {}, call) {
        return readArray(await this.#question('table', { sources, targets }, options, call, { Accept: 'application/octet-stream' }));
    }

    nearest(place, options = {}, call) {
        return this.#question('nearest', { from: [place] }, options, call);
    }

    isochrone(places, options, call) {
        return this.#question('isochrone', { from: places }, options, call);
    }

    path(from, to, options = {}, call) {
        return this.#question('path', {}, { from, to, ...options }, call);
    }

    paths(pairs, options = {}, call) {
        return this.#post('path', { queries: pairs.map(([from, to]) => ({ from, to })), ...options }, call);
    }

    tree(from, options = {}, call) {
        return this.#question('tree', {}, { from, ...options }, call);
    }

    search(from, to, options = {}, call) {
        return this.#question('search', {}, { from, to, ...options }, call);
    }

    vertices(options = {}, call) {
        return this.#get(`/v1/vertices${query(options)}`, call);
    }

    #osrm(service, places, { profile = 'driving', ...options }, call) {
        return this.#get(`/${service}/v1/${encodeURIComponent(profile)}/${join(places)}${query(options)}`, call);
    }

    osrmRoute(places, options = {}, call) {
        return this.#osrm('route', places, options, call);
    }

    osrmTable(places, options = {}, call) {
        return this.#osrm('table', places, options, call);
    }

    osrmNearest(place, options = {}, call) {
        return this.#osrm('nearest', [place], options, call);
    }

    rows(collection, options = {}, call) {
        return this.#get(`/v1/weights/${collection}${query(options)}`, call);
    }

    addRows(collection, rows, options = {}, call) {
        return this.#change('PATCH', `/v1/weights/${collection}${query(options)}`, rows, call);
    }

    replaceRows(collection, rows, options = {}, call) {
        return this.#change('PUT', `/v1/weights/${collection}${query(options)}`, rows, call);
    }

    removeRows(collection, rows, options = {}, call) {
        const all = rows === 'all' ? { all: true } : {};
        return this.#change('DELETE', `/v1/weights/${collection}${query({ ...options, ...all })}`, rows === 'all' ? null : rows, call);
    }

    scenarios(options = {}, call) {
        return this.#get(`/v1/scenarios${query(options)}`, call);
    }

    publish(scenario, options = {}, call) {
        return this.#change('POST', `/v1/scenarios/${encodeURIComponent(scenario)}/publish${query(options)}`, null, call);
    }

    drop(scenario, options = {}, call) {
        return this.#change('DELETE', `/v1/scenarios/${encodeURIComponent(scenario)}${query(options)}`, null, call);
    }

    status(call) {
        return this.#get('/v1/status', call);
    }
}
