import type { Metadata } from "next";
import { AllCompanies } from "@/components/companies/all-companies";

export const metadata: Metadata = { title: "All Companies" };

export default function CompaniesPage() {
  return <AllCompanies />;
}
