// solver_layer: vertices lighting up on the map, as a search comes to them.
//
// All points lie in one buffer for good, each with the time at which it is
// reached; a picture is one number that tells what time it is. So a hundred
// thousand of them move as smoothly as ten.
import maplibregl from 'maplibre-gl/dist/maplibre-gl-csp';
import type { CustomLayerInterface, CustomRenderMethodInput, Map as GlMap } from 'maplibre-gl';

export type Colour = [red: number, green: number, blue: number]; // 0 to 1

export interface SolverColours {
    forward: Colour;
    backward: Colour;
    fresh: Colour; // just reached
    glow: number; // 0: paint, 1: light that adds up
}

// Points in the order in which they are reached.
export interface SolverPoints {
    places: Float64Array; // longitude, latitude, ...
    times: Float32Array; // phases from the start, ascending
    sides: Uint8Array; // 0: forward, 1: backward
}

const FLOATS = 4; // a point's: x, y, time, side

const VERTEX = `
attribute vec4 a_point;
uniform mat4 u_matrix;
uniform float u_now, u_fade, u_size;
varying float v_young, v_side;
void main() {
    float age = u_now - a_point.z;
    v_young = age < 0.0 ? 0.0 : exp(-age / u_fade);
    v_side = a_point.w;
    gl_Position = age < 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : u_matrix * vec4(a_point.xy, 0.0, 1.0);
    gl_PointSize = u_size * (1.0 + 1.1 * v_young);
}`;

const FRAGMENT = `
precision mediump float;
uniform vec3 u_forward, u_backward, u_fresh;
uniform float u_glow;
varying float v_young, v_side;
void main() {
    float far = length(gl_PointCoord - 0.5) * 2.0;
    float alpha = (1.0 - smoothstep(0.55, 1.0, far)) * mix(0.62, 0.95, v_young);
    vec3 colour = mix(mix(u_forward, u_backward, v_side), u_fresh, v_young * 0.85);
    gl_FragColor = vec4(colour * alpha, alpha * (1.0 - 0.35 * u_glow));
}`;

const UNIFORMS = ['u_matrix', 'u_now', 'u_fade', 'u_size', 'u_forward', 'u_backward', 'u_fresh', 'u_glow'] as const;

export class SolverLayer implements CustomLayerInterface {
    readonly id = 'solvers';
    readonly type = 'custom';
    readonly renderingMode = '2d';
    /** The time that is shown; all before it is lit. */
    now = 0;
    /** Phases until a point is no longer fresh. */
    fade = 4;
    #colours: SolverColours;
    #data = new Float32Array();
    #count = 0;
    #origin: [number, number] = [0, 0];
    #stale = true;
    #map: GlMap | null = null;
    #program: WebGLProgram | null = null;
    #buffer: WebGLBuffer | null = null;
    #uniform = {} as Record<(typeof UNIFORMS)[number], WebGLUniformLocation | null>;

    constructor(colours: SolverColours) {
        this.#colours = colours;
    }

    set colours(colours: SolverColours) {
        this.#colours = colours;
        this.repaint();
    }

    // From a corner of their own, so that 32 bits are enough close by.
    show({ places, times, sides }: SolverPoints): void {
        const count = times.length;
        const at = (i: number) => maplibregl.MercatorCoordinate.fromLngLat([places[2 * i], places[2 * i + 1]]);

        this.#data = new Float32Array(count * FLOATS);
        this.#count = count;
        if (count) {
            const { x, y } = at(0);
            this.#origin = [x, y];
        }
        for (let i = 0; i < count; i++) {
            const { x, y } = at(i);
            this.#data.set([x - this.#origin[0], y - this.#origin[1], times[i], sides[i]], i * FLOATS);
        }
        this.#stale = true;
        this.repaint();
    }

    repaint(): void {
        this.#map?.triggerRepaint();
    }

    onAdd(map: GlMap, gl: WebGLRenderingContext): void {
        const program = gl.createProgram()!;

        for (const [type, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]] as const) {
            const shader = gl.createShader(type)!;
            gl.shaderSource(shader, text);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
        }
        gl.bindAttribLocation(program, 0, 'a_point');
        gl.linkProgram(program);
        for (const name of UNIFORMS) this.#uniform[name] = gl.getUniformLocation(program, name);
        this.#map = map;
        this.#program = program;
        this.#buffer = gl.createBuffer();
        this.#stale = true;
    }

    onRemove(_map: GlMap, gl: WebGLRenderingContext): void {
        gl.deleteProgram(this.#program);
        gl.deleteBuffer(this.#buffer);
        this.#map = null;
    }

    render(gl: WebGLRenderingContext | WebGL2RenderingContext, { defaultProjectionData }: CustomRenderMethodInput): void {
        if (!this.#count) return;
        gl.useProgram(this.#program);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
        if (this.#stale) gl.bufferData(gl.ARRAY_BUFFER, this.#data, gl.STATIC_DRAW);
        this.#stale = false;
        gl.enableVertexAttribArray(0);
        gl.vertexAttribPointer(0, FLOATS, gl.FLOAT, false, 0, 0);
        this.#setUniforms(gl, defaultProjectionData.mainMatrix as unknown as number[]);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
        gl.drawArrays(gl.POINTS, 0, this.#reached());
    }

    // How many points are lit by now.
    #reached(): number {
        let [low, high] = [0, this.#count];

        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.#data[middle * FLOATS + 2] <= this.now) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    #setUniforms(gl: WebGLRenderingContext | WebGL2RenderingContext, matrix: number[]): void {
        const [x, y] = this.#origin;
        const moved = Float64Array.from(matrix);
        const { forward, backward, fresh, glow } = this.#colours;
        const zoom = this.#map!.getZoom();
        // Few points are worth more ink each.
        const few = Math.min(2, Math.max(1, 3 - Math.log10(this.#count + 1) * 0.5));

        for (let row = 0; row < 4; row++) moved[12 + row] += matrix[row] * x + matrix[4 + row] * y;
        gl.uniformMatrix4fv(this.#uniform.u_matrix, false, new Float32Array(moved));
        gl.uniform1f(this.#uniform.u_now, this.now);
        gl.uniform1f(this.#uniform.u_fade, this.fade);
        gl.uniform1f(this.#uniform.u_size, this.#map!.getPixelRatio() * few * Math.min(9, Math.max(2, 2 * 1.35 ** (zoom - 11))));
        gl.uniform3fv(this.#uniform.u_forward, forward);
        gl.uniform3fv(this.#uniform.u_backward, backward);
        gl.uniform3fv(this.#uniform.u_fresh, fresh);
        gl.uniform1f(this.#uniform.u_glow, glow);
    }
}
