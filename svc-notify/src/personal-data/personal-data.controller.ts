import { notifyRoutes } from '@concert/contracts/notify/http';
import { controllerOf } from '@concert/service-kit/http/controller-of';
import { ShowOwnData } from './show-own-data.ts';

export const PersonalDataController = controllerOf(
  notifyRoutes,
  { show: ShowOwnData },
  { showOwnData: ({ who }, { show }) => show.of(who) },
);
