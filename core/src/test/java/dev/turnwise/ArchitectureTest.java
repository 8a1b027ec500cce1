package dev.turnwise;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;

/**
 * The house plan of core. Floors are fixed here; what a package may use on its own floor and below
 * stands in its {@code package-info.java}, which is read as the rule.
 */
@AnalyzeClasses(packages = "dev.turnwise", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String ROOT = "dev.turnwise";
  private static final Path SOURCES = Path.of("src/main/java");

  /** A package that is still to come may be missing; one that is missing here may not come. */
  private static final Set<String> FLOORS =
      Set.of(
          "memory",
          "commit",
          "hook",
          "store",
          "channel",
          "observe",
          "identity",
          "result",
          "model",
          "json",
          "lock",
          "runtime",
          "error");

  @ArchTest
  static final ArchRule noArrowPointsUp =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("Turnwise")
          .definedBy(ROOT)
          .layer("memory")
          .definedBy(ROOT + ".memory..")
          .layer("commit")
          .definedBy(ROOT + ".commit..")
          .layer("hook")
          .definedBy(ROOT + ".hook..")
          .layer("store")
          .definedBy(ROOT + ".store..")
          .layer("channel")
          .definedBy(ROOT + ".channel..")
          .layer("observe")
          .definedBy(ROOT + ".observe..")
          .layer("ground")
          .definedBy(
              ROOT + ".identity..",
              ROOT + ".result..",
              ROOT + ".model..",
              ROOT + ".json..",
              ROOT + ".lock..",
              ROOT + ".runtime..",
              ROOT + ".error..")
          .whereLayer("Turnwise")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("memory")
          .mayOnlyBeAccessedByLayers("Turnwise")
          .whereLayer("commit")
          .mayOnlyBeAccessedByLayers("Turnwise")
          .whereLayer("hook")
          .mayOnlyBeAccessedByLayers("Turnwise", "commit")
          .whereLayer("store")
          .mayOnlyBeAccessedByLayers("Turnwise", "commit", "hook", "memory")
          .whereLayer("channel")
          .mayOnlyBeAccessedByLayers("Turnwise", "commit")
          .whereLayer("observe")
          .mayOnlyBeAccessedByLayers("Turnwise", "commit", "hook")
          .whereLayer("ground")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule coreDoesNoInputOrOutput =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.sql..", "javax..", "java.nio.file..", "java.nio.channels..", "java.net.http..")
          .orShould()
          .dependOnClassesThat()
          .haveNameMatching(
              "java\\.io\\.(File|RandomAccessFile|Object(In|Out)put).*|java\\.net\\..*Socket.*");

  @ArchTest static final ArchRule coreDoesNotPrint = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

  @ArchTest static final ArchRule errorsAreTyped = NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;

  @ArchTest
  static void everyPackageHasItsFloor(JavaClasses core) {
    assertThat(core.getPackage(ROOT).getSubpackages())
        .extracting(JavaPackage::getRelativeName)
        .isNotEmpty()
        .isSubsetOf(FLOORS);
  }

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses core) {
    assertThat(core.getPackage(ROOT).getSubpackagesInTree())
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each.isAnnotatedWith(NullMarked.class))
                    .as("%s is @NullMarked", each)
                    .isTrue());
  }

  @ArchTest
  static void everyPackageUsesOnlyWhatItsPackageInfoNames(JavaClasses core) {
    assertThat(core.getPackage(ROOT).getSubpackages())
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(used(each))
                    .as("what %s uses", each.getName())
                    .isSubsetOf(declared(each.getName())));
  }

  private static Set<String> used(JavaPackage within) {
    return within.getClassDependenciesFromThisPackageTree().stream()
        .map(Dependency::getTargetClass)
        .map(target -> target.getPackageName())
        .filter(name -> name.equals(ROOT) || name.startsWith(ROOT + "."))
        .filter(name -> !name.startsWith(within.getName()))
        .map(
            name ->
                name.equals(ROOT) ? name : name.substring(ROOT.length() + 1).split("\\.", -1)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * The packages in the sentence "May depend on {@code a}, {@code b}." of a package's
   * documentation.
   */
  private static Set<String> declared(String packageName) {
    String text = read(SOURCES.resolve(packageName.replace('.', '/')).resolve("package-info.java"));
    String comment = text.substring(0, text.indexOf("*/")).replaceAll("\\s*\\n \\* ?", " ");
    int start = comment.indexOf("epend");
    assertThat(start).as("%s says what it may depend on", packageName).isNotNegative();
    String sentence = comment.substring(start).split("\\.(\\s|$)", 2)[0];
    return Pattern.compile("\\{@code (?:dev\\.turnwise\\.)?(\\w+)}")
        .matcher(sentence)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError("every package has a package-info.java: " + file, e);
    }
  }
}
