package dev.turnwise.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;

/**
 * What holds across modules. It stands here because the command line is the only module that sees
 * all others.
 */
@AnalyzeClasses(packages = "dev.turnwise", importOptions = DoNotIncludeTests.class)
class ModulesArchitectureTest {

  @ArchTest
  static final ArchRule onlyTheCommandLinePrints =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.turnwise.cli..")
          .should(ACCESS_STANDARD_STREAMS);

  /**
   * The frameworks are optional dependencies of the test kit, absent where only its servers and
   * checker are used.
   */
  @ArchTest
  static final ArchRule onlyTheContractsUseATestFramework =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.turnwise.testkit.contract..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.junit..", "org.assertj..", "org.awaitility..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.turnwise.(**)").should().beFreeOfCycles();

  @ArchTest
  static void everyModuleIsLookedAt(JavaClasses all) {
    assertThat(all.getPackage("dev.turnwise").getSubpackages())
        .extracting(JavaPackage::getRelativeName)
        .contains("store", "postgres", "testkit", "bench", "cli");
  }

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses all) {
    assertThat(all.getPackage("dev.turnwise").getSubpackagesInTree())
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each.isAnnotatedWith(NullMarked.class))
                    .as("%s is @NullMarked", each)
                    .isTrue());
  }
}
