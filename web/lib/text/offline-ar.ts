import type { OfflineTexts } from './offline-en.ts'

export const offlineAr: OfflineTexts = {
  title: 'لا يوجد اتصال',
  lead: 'لا يمكن الوصول إلى المتجر الآن. تتغيّر الأسعار وأعداد التذاكر كل دقيقة، لذلك لا نعرضها هنا.',
  again: 'حاول مجددًا',
  tickets: 'تذاكرك',
  asOf: (day, time) => `كما في ${day}، ${time}`,
  ends: (day) => `القرعة في ${day} أو عند نفاد التذاكر`,
  none: 'لا تذاكر محفوظة على هذا الجهاز.',
  noneHint: 'بعد أن تفتح لوحتك أو أحد طلباتك مرة واحدة، تظهر تذاكره هنا.',
}
