import { ContactMessages } from '../features/desk/contact-messages.tsx';
import { texts } from '../features/desk/texts.ts';
import { organiserPage } from '../features/organising/organiser-page.tsx';

/** `/contact-messages`: what visitors wrote, to be answered. */
export default organiserPage('organiser', ContactMessages, texts.messages);
