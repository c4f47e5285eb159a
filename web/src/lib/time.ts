// The server's time. All times that it sends are meant by its clock, and the device's clock may be minutes
// off, or be set while the page is open. So the pages keep the difference between what the server says and
// a clock that nobody sets, and only this file reads the device's own.

const REMEMBERED = 8; // differences
const JUMP = 1; // seconds by which two clocks of one device never part by themselves

let differences: number[] = []; // seconds: the server's time less `elapsed()`, the newest last
let apart = wall() - elapsed();

/** Seconds of a clock that nobody sets, to measure how long something takes. */
export function elapsed(): number {
  return performance.now() / 1000;
}

function wall(): number {
  return Date.now() / 1000;
}

/** Note what the server says its time is, in seconds since 1970. */
export function tellTime(server: number): void {
  if (Number.isFinite(server)) differences = [...differences, server - elapsed()].slice(-REMEMBERED);
}

/** The server's time now, in seconds since 1970. Before its first word it is the device's. */
export function serverNow(): number {
  if (differences.length === 0) return wall();
  return elapsed() + Math.max(...differences); // a message may come late, never early
}

/** Today's date where the reader is, `2027-05-31`. */
export function today(): string {
  return new Date(serverNow() * 1000).toLocaleDateString('sv');
}

/** Whether the device's clock was set since the last call, or the device slept: then the time is to be asked
    again, since not every clock goes on in sleep. */
export function clockJumped(): boolean {
  const before = apart;
  apart = wall() - elapsed();
  return Math.abs(apart - before) > JUMP;
}
