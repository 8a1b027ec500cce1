package dev.turnwise.postgres;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.turnwise.postgres", importOptions = DoNotIncludeTests.class)
class BackendArchitectureTest {

  @ArchTest
  static final ArchRule aBackendSeesTheInterfacesOfCoreAndNothingElse =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("dev.turnwise..")
                  .and(
                      resideOutsideOfPackages(
                          "dev.turnwise.postgres..",
                          "dev.turnwise.store..",
                          "dev.turnwise.lock..",
                          "dev.turnwise.model..",
                          "dev.turnwise.result..",
                          "dev.turnwise.json..",
                          "dev.turnwise.runtime..",
                          "dev.turnwise.error..")));

  @ArchTest
  static final ArchRule aBackendBringsNoTestServer =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.zonky..", "org.junit..", "org.assertj..");
}
