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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.rpcrdma.nic.config.Personality;

/** The arrows of the house: they only point down, from artifact to artifact and from room to room. */
@AnalyzeClasses(
        packages = "org.rpcrdma",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoGeneratedClasses.class})
class ArchitectureTest {
    private static final String ROOT = "org.rpcrdma.";
    private static final int MOST_TYPES = 50;
    private static final int LARGEST_CIRCLE = 8;

    /** Each artifact with its packages, from top to bottom; ibverbs joins the build from JDK 22 on. */
    private static final Map<String, List<String>> ARTIFACTS = Map.ofEntries(
            Map.entry("microbench", List.of("microbench")),
            Map.entry("examples", List.of("example")),
            Map.entry("study", List.of("study")),
            Map.entry("inspect", List.of("inspect")),
            Map.entry("conformance", List.of("conformance")),
            Map.entry("bench", List.of("bench")),
            Map.entry("oncrpc4j", List.of("oncrpc4j")),
            Map.entry("junit", List.of("junit")),
            Map.entry("micrometer", List.of("micrometer")),
            Map.entry("transport-sim", List.of("replay", "capture", "nic", "sim", "roce")),
            Map.entry("ibverbs", List.of("ibverbs")),
            Map.entry("transport", List.of("transport", "wire")),
            Map.entry("arena", List.of("arena")),
            Map.entry("frmr", List.of("frmr", "verbs")));

    static final String ITSELF = ".";

    /** What each package and its rooms may import of ours, beside themselves. */
    static final Map<String, List<String>> IMPORTS = Map.ofEntries(
            Map.entry("verbs", List.of()),
            Map.entry("frmr", List.of("verbs")),
            Map.entry("arena", List.of("verbs", "frmr")),
            Map.entry("wire", List.of()),
            Map.entry("transport", List.of("wire", "arena", "frmr", "verbs")),
            Map.entry("ibverbs", List.of("verbs")),
            Map.entry("sim", List.of("verbs")),
            Map.entry("roce", List.of()),
            Map.entry("nic", List.of("sim", "roce", "frmr", "verbs")),
            Map.entry("capture", List.of("roce", "wire")),
            Map.entry("replay", List.of("capture", "transport", "wire", "arena", "frmr", "verbs")),
            Map.entry("junit", List.of("transport", "nic", "sim", "arena", "frmr", "verbs")),
            Map.entry("micrometer", List.of("transport", "arena", "frmr")),
            Map.entry("oncrpc4j", List.of("transport", "wire", "verbs")),
            // Devices of the host are found by name.
            Map.entry(
                    "bench",
                    List.of(
                            "micrometer",
                            "replay",
                            "capture",
                            "nic",
                            "sim",
                            "transport",
                            "wire",
                            "arena",
                            "frmr",
                            "verbs")),
            // Beside each other above bench: their commands are commands of the command line.
            Map.entry("conformance", List.of("bench", "nic", "sim", "frmr", "verbs")),
            Map.entry("inspect", List.of("bench", "capture", "roce", "wire")),
            Map.entry("study", List.of("bench", "nic", "sim", "transport", "arena", "frmr", "verbs")),
            // The NFSv3 server is a command of the command line.
            Map.entry("example", List.of("bench", "transport", "wire", "arena", "frmr", "verbs")),
            Map.entry("microbench", List.of("bench", "nic", "sim", "transport", "wire", "arena", "frmr", "verbs")));

    /**
     * The rooms of each package that has some, from top to bottom; a line may have several that do not know each other,
     * or only in one direction. The package itself stands above them, or at the level {@link #ITSELF}.
     */
    static final Map<String, List<String>> ROOMS = Map.of(
            "bench",
            List.of(
                    "argument",
                    "device",
                    "probe compare",
                    "trace registration jvm perf",
                    "load host",
                    "console",
                    "file"),
            "conformance",
            List.of("rows", "runner"),
            "inspect",
            List.of("explain", "lint", "decode"),
            "study",
            List.of("sensitivity", "sweep calibration"),
            "transport",
            List.of("server client", "reverse", "call", "receive", "connection", "chunk memory", ITSELF),
            "nic",
            List.of(
                    "connect",
                    "endpoint",
                    "requester responder",
                    "transmit",
                    "wire",
                    "queue",
                    "dma",
                    "key.paging",
                    "key.region",
                    "key.indirect",
                    "key",
                    "link iommu",
                    "host cache",
                    "cost",
                    "config"),
            "ibverbs",
            List.of("connect", "queue", "post", "region", "event", "device", "library", "layout"),
            "example",
            List.of("nfs3", ITSELF),
            "verbs",
            List.of("extended", ITSELF, "jvm"),
            "arena",
            List.of("counters", ITSELF, "cache leak", "index", "mapper"));

    /** What users may import. Every other package is its own artifact's alone. */
    private static final Set<String> FACADES = Set.of(
            "verbs",
            "verbs.extended",
            "verbs.jvm",
            "frmr",
            "arena",
            "arena.mapper",
            "arena.counters",
            "wire",
            "transport",
            "transport.server",
            "transport.client",
            "ibverbs",
            "sim",
            "nic",
            "nic.config",
            "nic.cost",
            "capture",
            "replay",
            "junit",
            "micrometer",
            "oncrpc4j",
            "bench",
            "conformance",
            "inspect",
            "study",
            "example",
            "microbench");

    /** Rooms of the command line that the artifacts beside each other above it use, too. */
    private static final Map<String, Set<String>> FRIENDS = Map.of(
            "conformance", Set.of("bench.compare", "bench.console"),
            "inspect", Set.of("bench.console", "bench.load", "bench.trace"),
            "study",
                    Set.of(
                            "bench.argument",
                            "bench.compare",
                            "bench.console",
                            "bench.file",
                            "bench.host",
                            "bench.jvm",
                            "bench.load"));

    /** JMH's are not ours. */
    static final class NoGeneratedClasses implements ImportOption {
        @Override
        public boolean includes(final Location location) {
            return !location.contains("/jmh_generated/");
        }
    }

    @ArchTest
    static void shouldImportOnlyWhatStandsBelow(final JavaClasses classes) {
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
        ARTIFACTS.values().forEach(known::removeAll);
        assertTrue(known.stream().allMatch(room -> room.contains(".")), "packages without an artifact");
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
                        && !FRIENDS.getOrDefault(artifact(type), Set.of()).contains(room(target))
                        && !artifact(target).equals(artifact(type))) {
                    leaks.add(type.getName() + " -> " + target.getName());
                }
            }
        }
        assertEquals(Set.of(), leaks, "imports of another artifact's internal package");
    }

    /** Programs get no JUnit with anything but the extension. */
    @ArchTest
    static final ArchRule NOTHING_ELSE_NEEDS_JUPITER = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "junit..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.junit..");

    /** Programs get no LGPL library with anything but the artifact named after it; benchmarks are no library. */
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
            .dependOnClassesThat(
                    resideInAnyPackage(ROOT + "sim..", ROOT + "nic..").and(not(belongToAnyOf(Personality.class))));

    /** Returns the types of each package, without nested ones. */
    private static Map<String, List<JavaClass>> packages(final JavaClasses classes) {
        final Map<String, List<JavaClass>> packages = new TreeMap<>();
        for (final JavaClass type : classes) {
            if (outer(type) == type && !type.getSimpleName().equals("package-info")) {
                packages.computeIfAbsent(room(type), name -> new ArrayList<>()).add(type);
            }
        }
        return packages;
    }

    /** Returns the types of a package with those they refer to in it; a nested type counts as the one around it. */
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

    /** Returns a package's name without what all have in common. */
    private static String room(final JavaClass type) {
        return type.getPackageName().substring(ROOT.length());
    }

    private static String outermost(final String room) {
        return room.split("\\.")[0];
    }

    private static String artifact(final JavaClass type) {
        final String name = outermost(room(type));
        return ARTIFACTS.entrySet().stream()
                .filter(artifact -> artifact.getValue().contains(name))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no artifact has the package: " + name));
    }

    private static String[] withRooms(final Set<String> names) {
        return names.stream().map(name -> ROOT + name + "..").toArray(String[]::new);
    }
}
