// SHA-256 (FIPS 180-4) for millions of small messages: one schedule and one block for all of them,
// nothing allocated but the answer. A kept library does the same; this is some three times as fast
// on a leaf or a node, which is what a large log consists of. Tested against it.

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constants = new Int32Array(64)
/** The same of the square roots of the first eight. */
const start = new Int32Array(8)

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 0x1_0000_0000) | 0
}

for (let candidate = 2, count = 0; count < 64; candidate += 1) {
  let isPrime = true
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1)
    if (candidate % divisor === 0) isPrime = false
  if (!isPrime) continue
  if (count < 8) start[count] = fraction(Math.sqrt(candidate))
  constants[count] = fraction(Math.cbrt(candidate))
  count += 1
}

const schedule = new Int32Array(64)
const state = new Int32Array(8)
const padded = new Uint8Array(128)

export function sha256(bytes: Uint8Array): Uint8Array {
  state.set(start)
  const whole = bytes.length - (bytes.length % 64)
  for (let at = 0; at < whole; at += 64) compress(bytes, at)
  const rest = bytes.length - whole
  const end = rest < 56 ? 64 : 128
  padded.fill(0)
  padded.set(bytes.subarray(whole), 0)
  padded[rest] = 0x80
  writeLength(bytes.length, end)
  compress(padded, 0)
  if (end === 128) compress(padded, 64)
  return answer()
}

/** The length in bits, big-endian, in the last eight bytes before `end`. */
function writeLength(length: number, end: number): void {
  let high = Math.floor(length / 0x2000_0000)
  let low = (length << 3) >>> 0
  for (let at = 0; at < 4; at += 1) {
    padded[end - 1 - at] = low & 0xff
    padded[end - 5 - at] = high & 0xff
    low >>>= 8
    high >>>= 8
  }
}

function answer(): Uint8Array {
  const hash = new Uint8Array(32)
  for (let which = 0; which < 8; which += 1) {
    const word = state[which]!
    const at = which * 4
    hash[at] = word >>> 24
    hash[at + 1] = word >>> 16
    hash[at + 2] = word >>> 8
    hash[at + 3] = word
  }
  return hash
}

function expand(bytes: Uint8Array, at: number): void {
  for (let word = 0, from = at; word < 16; word += 1, from += 4)
    schedule[word] =
      (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!
  for (let word = 16; word < 64; word += 1) {
    const early = schedule[word - 15]!
    const late = schedule[word - 2]!
    const s0 = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
    const s1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
    schedule[word] = (schedule[word - 16]! + s0 + schedule[word - 7]! + s1) | 0
  }
}

/** One block into the state, with the names of FIPS 180-4. */
function compress(bytes: Uint8Array, at: number): void {
  expand(bytes, at)
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let round = 0; round < 64; round += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const choice = (e & f) ^ (~e & g)
    const t1 = (h + s1 + choice + constants[round]! + schedule[round]!) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + s0 + majority) | 0
  }
  state[0] = (state[0]! + a) | 0
  state[1] = (state[1]! + b) | 0
  state[2] = (state[2]! + c) | 0
  state[3] = (state[3]! + d) | 0
  state[4] = (state[4]! + e) | 0
  state[5] = (state[5]! + f) | 0
  state[6] = (state[6]! + g) | 0
  state[7] = (state[7]! + h) | 0
}
