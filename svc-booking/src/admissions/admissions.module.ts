import { MONGO } from '@concert/service-kit/store/mongo';
import { provide } from '@concert/service-kit/process/provide';
import { Module } from '@nestjs/common';
import { MongoAdmissions } from './mongo-admissions.ts';

@Module({
  providers: [provide(MongoAdmissions, MONGO)],
  exports: [MongoAdmissions],
})
export class AdmissionsModule {}
