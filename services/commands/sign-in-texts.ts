// The words around a code. English and French fit one GSM-7 message, Arabic its 70 characters.
export type Language = 'en' | 'ar' | 'fr'

export function codeText(code: string, language: Language): string {
  switch (language) {
    case 'ar':
      return `رمز Qura: ${code}\nصالح لخمس دقائق. لا تشاركه مع أحد.`
    case 'fr':
      return `${code} est votre code Qura, valable 5 minutes. Ne le partagez avec personne.`
    case 'en':
      return `${code} is your Qura code. It is valid for 5 minutes. Do not share it with anyone.`
  }
}
