import { MONGO } from '@concert/service-kit/store/mongo';
import { provideAs } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { ADMISSIONS } from './admissions.repository.ts';
import { MongoAdmissionsRepository } from './mongo-admissions.repository.ts';

@Module({
  providers: [provideAs(ADMISSIONS, MongoAdmissionsRepository, MONGO)],
  exports: [ADMISSIONS],
})
export class AdmissionsModule {}
