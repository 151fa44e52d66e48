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

// Positions as OSRM's paths have them; it rounds to 10^-6 degrees as well.
const join = (places) => places.map(([lon, lat]) => `${fixed(lon)},${fixed(lat)}`).join(';');
const fixed = (degrees) => String(Math.round(degrees * 1e6) / 1e6);

function query(options) {
    const pairs = Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
    const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%(2C|3B)/g, decode)}`);
    return text.length ? `?${text.join('&')}` : '';
}

const decode = (octet) => decodeURIComponent(octet);

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
        try {
            response = await this.#fetch(this.#base + path, request);
        } catch (error) {
            if (signal?.aborted) throw error;
            throw new RelaxdError(`relaxd does not answer: ${error.message}`, { cause: error });
        }
        const answer = await response.json().catch(() => null);
        if (!response.ok || (answer?.code ?? 'Ok') !== 'Ok') throw refusal(response, answer);
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

    #osrm(service, places, { profile = 'driving', ...options }, call) {
        return this.#get(`/${service}/v1/${encodeURIComponent(profile)}/${join(places)}${query(options)}`, call);
    }

    route(places, options = {}, call) {
        return this.#osrm('route', places, options, call);
    }

    table(places, options = {}, call) {
        return this.#osrm('table', places, options, call);
    }

    nearest(place, options = {}, call) {
        return this.#osrm('nearest', [place], options, call);
    }

    way(places, options = {}, call) {
        const text = places.map(([lon, lat]) => `${lon},${lat}`);
        const via = text.slice(1, -1).map((place) => `&via=${place}`);
        const ends = `?from=${text[0]}${via.join('')}&to=${text[text.length - 1]}`;
        return this.#get(`/v1/route${ends}${query(options).replace('?', '&')}`, call);
    }

    path(from, to, options = {}, call) {
        return this.#get(`/v1/path${query({ from, to, ...options })}`, call);
    }

    search(from, to, options = {}, call) {
        return this.#get(`/v1/search${query({ from: String(from), to: String(to), ...options })}`, call);
    }

    isochrone(places, options, call) {
        const sources = places.map(([lon, lat]) => `lon=${lon}&lat=${lat}`).join('&');
        const { contours, ...others } = options;
        return this.#get(
            `/v1/isochrone?${sources}${query({ contours: contours.join(','), ...others }).replace('?', '&')}`,
            call,
        );
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
