// presence: whether relaxd is there, and waiting until it is.
import { RelaxdError, type Relaxd, type StatusAnswer } from '../../js/relaxd.js';

const PAUSE_MS = 1000;

// Nobody answers, or one that is just being stopped, or a proxy alone.
export function isAway(error: unknown): boolean {
    if (!(error instanceof RelaxdError)) return false;
    return error.status === 0 || error.code === 'stopping' || (error.code === 'NoAnswer' && error.status >= 502);
}

// Asks until there is an answer; `away` is told of each time there is none.
export async function whenThere(client: Relaxd, away: (error: unknown) => void = () => undefined): Promise<StatusAnswer> {
    for (;;) {
        try {
            return await client.status();
        } catch (error) {
            if (!isAway(error)) throw error;
            away(error);
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
}
