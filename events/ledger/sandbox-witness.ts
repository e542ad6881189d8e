// The two witnesses of the demo. Everybody knows their secrets, SHA-256("qura sandbox witness 1")
// and "… 2", so whoever checks a log believes them only when told to trust the sandbox.
export const sandboxWitnessName = (number: number): string => `sandbox.invalid/witness/${number}`

export const sandboxWitnesses: readonly string[] = [
  'sandbox.invalid/witness/1+871fd3de+BKWv16QxRR6DI9lDV/4IW3frB2JzxsuyupSvvFCmL1I9',
  'sandbox.invalid/witness/2+c65465cd+BIWKs4fC+9a634c2UDdcJ9DIGiObn4+ViL+obeznL50G',
]
