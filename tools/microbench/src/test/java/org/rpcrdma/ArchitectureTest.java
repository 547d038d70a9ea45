// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rpcrdma.rnic.config.Personality;

/** Tests that imports point only downwards, both between artifacts and between subpackages. */
@AnalyzeClasses(
        packages = "org.rpcrdma",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoGeneratedClasses.class})
class ArchitectureTest {
    private static final String ROOT = "org.rpcrdma.";
    private static final int MOST_TYPES = 50;
    private static final int LARGEST_CIRCLE = 6;

    /** The software RNIC's protocol engine. The longest chain of imports between its packages has a limited length. */
    private static final String ENGINE = "rnic";

    private static final int LONGEST_CHAIN = 12;

    static final String ITSELF = ".";

    /** A line of the table of packages, with its columns. */
    private record Row(
            String artifact,
            String name,
            List<String> imports,
            List<String> open,
            List<String> friends,
            List<String> rooms) {
        static Row of(final String line) {
            final String[] columns = line.split("\\|", -1);
            return new Row(
                    columns[0].strip(),
                    columns[1].strip(),
                    words(columns[2], " "),
                    words(columns[3], " "),
                    words(columns[4], " "),
                    words(columns[5], ", "));
        }

        private static List<String> words(final String column, final String separator) {
            return column.isBlank() ? List.of() : List.of(column.strip().split(separator));
        }

        Stream<String> facades() {
            return open.stream().map(room -> room.equals(ITSELF) ? name : name + "." + room);
        }
    }

    private static final List<Row> HOUSE = read();

    /**
     * The permitted imports of each package: the other packages of this project that it and its subpackages may import.
     */
    static final Map<String, List<String>> IMPORTS = HOUSE.stream().collect(Collectors.toMap(Row::name, Row::imports));

    /** For each package with subpackages, its subpackages from top to bottom. */
    static final Map<String, List<String>> ROOMS =
            HOUSE.stream().filter(row -> !row.rooms.isEmpty()).collect(Collectors.toMap(Row::name, Row::rooms));

    private static final Set<String> FACADES =
            HOUSE.stream().flatMap(Row::facades).collect(Collectors.toSet());

    private static List<Row> read() {
        try (InputStream table = ArchitectureTest.class.getResourceAsStream("/architecture.txt")) {
            return new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Row::of)
                    .toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Excludes the classes that JMH generates. */
    static final class NoGeneratedClasses implements ImportOption {
        @Override
        public boolean includes(final Location location) {
            return !location.contains("/jmh_generated/");
        }
    }

    @ArchTest
    static void shouldImportOnlyFromBelow(final JavaClasses classes) {
        for (final Map.Entry<String, List<String>> entry : IMPORTS.entrySet()) {
            final Set<String> forbidden = new TreeSet<>(IMPORTS.keySet());
            forbidden.remove(entry.getKey());
            forbidden.removeAll(entry.getValue());
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + entry.getKey() + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(withRooms(forbidden))
                    .allowEmptyShould(entry.getKey().equals("ibverbs"))
                    .check(classes);
        }
    }

    @ArchTest
    static void shouldPointDownFromRoomToRoom(final JavaClasses classes) {
        ROOMS.forEach((name, levels) -> {
            final List<String> above = new ArrayList<>(levels.contains(ITSELF) ? List.of() : List.of(ROOT + name));
            for (final String level : levels) {
                final String[] rooms = Arrays.stream(level.split(" "))
                        .map(room -> room.equals(ITSELF) ? ROOT + name : ROOT + name + "." + room)
                        .toArray(String[]::new);
                noClasses()
                        .that()
                        .resideInAnyPackage(rooms)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(above.toArray(String[]::new))
                        .allowEmptyShould(name.equals("ibverbs"))
                        .check(classes);
                above.addAll(List.of(rooms));
            }
        });
    }

    @ArchTest
    static void shouldKnowThePlaceOfEveryPackage(final JavaClasses classes) {
        final Set<String> known = new TreeSet<>(IMPORTS.keySet());
        ROOMS.forEach((name, levels) ->
                levels.forEach(level -> Arrays.stream(level.split(" ")).forEach(room -> known.add(name + "." + room))));
        final Set<String> unknown = new TreeSet<>(packages(classes).keySet());
        unknown.removeAll(known);
        assertEquals(Set.of(), unknown);
    }

    @ArchTest
    static final ArchRule NO_CIRCLES_BETWEEN_PACKAGES = slices().assignedFrom(new SliceAssignment() {
                @Override
                public SliceIdentifier getIdentifierOf(final JavaClass type) {
                    return isOurs(type) ? SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
                }

                @Override
                public String getDescription() {
                    return "packages";
                }
            })
            .should()
            .beFreeOfCycles();

    @ArchTest
    static void shouldHaveNoLongChainOfPackagesInTheEngine(final JavaClasses classes) {
        final Map<String, Set<String>> imports = new TreeMap<>();
        packages(classes).forEach((name, types) -> {
            if (outermost(name).equals(ENGINE)) {
                imports.put(name, new TreeSet<>());
                types.forEach(type -> type.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .filter(target ->
                                isOurs(target) && outermost(room(target)).equals(ENGINE))
                        .forEach(target -> imports.get(name).add(room(target))));
            }
        });
        final List<String> longest = imports.keySet().stream()
                .map(name -> chain(name, imports, new TreeMap<>()))
                .max(Comparator.comparingInt(List::size))
                .orElseThrow();
        assertTrue(longest.size() > 2 && longest.size() <= LONGEST_CHAIN, longest::toString);
    }

    /** Returns the longest chain of imports that starts at a package. There are no cycles. */
    private static List<String> chain(
            final String name, final Map<String, Set<String>> imports, final Map<String, List<String>> known) {
        if (!known.containsKey(name)) {
            final List<String> chain = new ArrayList<>(List.of(name));
            imports.get(name).stream()
                    .filter(below -> !below.equals(name))
                    .map(below -> chain(below, imports, known))
                    .max(Comparator.comparingInt(List::size))
                    .ifPresent(chain::addAll);
            known.put(name, chain);
        }
        return known.get(name);
    }

    @ArchTest
    static void shouldHaveNoLargePackage(final JavaClasses classes) {
        final Map<String, Integer> large = new TreeMap<>();
        packages(classes).forEach((name, types) -> {
            if (types.size() > MOST_TYPES) {
                large.put(name, types.size());
            }
        });
        assertEquals(Map.of(), large, "packages of more than " + MOST_TYPES + " types");
    }

    @ArchTest
    static void shouldHaveNoLargeCircleInAPackage(final JavaClasses classes) {
        final List<Set<String>> large = new ArrayList<>();
        packages(classes).forEach((name, types) -> {
            Circles.of(references(types)).stream()
                    .filter(circle -> circle.size() > LARGEST_CIRCLE)
                    .forEach(large::add);
        });
        assertEquals(List.of(), large, "circles of more than " + LARGEST_CIRCLE + " classes");
    }

    @ArchTest
    static void shouldKeepInternalPackagesInTheirArtifact(final JavaClasses classes) {
        final Set<String> leaks = new TreeSet<>();
        for (final JavaClass type : classes) {
            for (final Dependency dependency : type.getDirectDependenciesFromSelf()) {
                final JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (isOurs(target)
                        && !FACADES.contains(room(target))
                        && !row(type).friends.contains(room(target))
                        && !row(target).artifact.equals(row(type).artifact)) {
                    leaks.add(type.getName() + " -> " + target.getName());
                }
            }
        }
        assertEquals(Set.of(), leaks, "imports of another artifact's internal packages");
    }

    /** Only the JUnit extension may depend on JUnit. */
    @ArchTest
    static final ArchRule NOTHING_ELSE_NEEDS_JUPITER = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "junit..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.junit..");

    /**
     * Only the artifact that is named after the LGPL library, and the benchmarks, may depend on it. The benchmarks may,
     * because they are not a library.
     */
    @ArchTest
    static final ArchRule NOTHING_ELSE_NEEDS_ONCRPC4J = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + "oncrpc4j..", ROOT + "microbench..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.dcache..", "org.glassfish..");

    @ArchTest
    static final ArchRule CONFORMANCE_ROWS_KNOW_NO_DEVICE = noClasses()
            .that()
            .resideInAPackage(ROOT + "conformance.rows..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(ROOT + "sim..", ROOT + "rnic..", ROOT + "udp..")
                    .and(not(belongToAnyOf(Personality.class))));

    /** Returns the top-level types of each package. */
    private static Map<String, List<JavaClass>> packages(final JavaClasses classes) {
        final Map<String, List<JavaClass>> packages = new TreeMap<>();
        for (final JavaClass type : classes) {
            if (outer(type) == type && !type.getSimpleName().equals("package-info")) {
                packages.computeIfAbsent(room(type), name -> new ArrayList<>()).add(type);
            }
        }
        return packages;
    }

    /**
     * Returns, for each type in a package, the types in the same package to which it refers. A nested type counts as
     * its enclosing type.
     */
    private static Map<String, Set<String>> references(final List<JavaClass> types) {
        final Map<String, Set<String>> references = new TreeMap<>();
        types.forEach(type -> references.put(type.getName(), new TreeSet<>()));
        final Predicate<JavaClass> isHere = type -> references.containsKey(type.getName());
        for (final JavaClass type : types) {
            final List<Dependency> dependencies = new ArrayList<>();
            type.getPackage().getClasses().stream()
                    .filter(part -> outer(part) == type)
                    .forEach(part -> dependencies.addAll(part.getDirectDependenciesFromSelf()));
            dependencies.stream()
                    .map(dependency -> outer(dependency.getTargetClass().getBaseComponentType()))
                    .filter(isHere.and(target -> target != type))
                    .forEach(target -> references.get(type.getName()).add(target.getName()));
        }
        return references;
    }

    private static JavaClass outer(final JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
    }

    private static boolean isOurs(final JavaClass type) {
        return type.getPackageName().startsWith(ROOT);
    }

    /** Returns a type's package without the common prefix. */
    private static String room(final JavaClass type) {
        return type.getPackageName().substring(ROOT.length());
    }

    private static String outermost(final String room) {
        return room.split("\\.")[0];
    }

    private static Row row(final JavaClass type) {
        final String name = outermost(room(type));
        return HOUSE.stream()
                .filter(row -> row.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no artifact has the package: " + name));
    }

    private static String[] withRooms(final Set<String> names) {
        return names.stream().map(name -> ROOT + name + "..").toArray(String[]::new);
    }
}
