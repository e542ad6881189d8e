// Arabic digits and the eastern ones of Persian: their last four bits are their value.
const ARABIC_DIGITS = /[٠-٩۰-۹]/g

/** Every digit as `0` … `9`. */
export const latinDigits = (text: string): string =>
  text.replace(ARABIC_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
