// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rpcrdma.nic.cost.Personality;

/** The arrows of the house: which package may import which of ours. Imports point down only. */
@AnalyzeClasses(packages = "org.rpcrdma", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ROOT = "org.rpcrdma.";
    private static final Set<String> PACKAGES = Set.of(
            "verbs",
            "frmr",
            "arena",
            "sim",
            "nic",
            "wire",
            "capture",
            "transport",
            "replay",
            "junit",
            "ibverbs",
            "bench",
            "example",
            "microbench");

    @ArchTest
    static final ArchRule VERBS_IMPORTS_NOTHING_OF_OURS = mayImport("verbs");

    @ArchTest
    static final ArchRule FRMR_IMPORTS_VERBS = mayImport("frmr", "verbs");

    @ArchTest
    static final ArchRule ARENA_IMPORTS_VERBS_AND_FRMR = mayImport("arena", "verbs", "frmr");

    @ArchTest
    static final ArchRule SIM_IMPORTS_VERBS = mayImport("sim", "verbs");

    @ArchTest
    static final ArchRule NIC_IMPLEMENTS_VERBS_ON_SIM = mayImport("nic", "sim", "frmr", "verbs");

    /** On JDK 17 there is none of it. */
    @ArchTest
    static final ArchRule IBVERBS_IMPLEMENTS_VERBS =
            mayImport("ibverbs", "verbs").allowEmptyShould(true);

    /** The package itself stands above its rooms. */
    @ArchTest
    static final ArchRule ROOMS_OF_IBVERBS_POINT_DOWN =
            pointDown("ibverbs", "connect", "queue", "post", "region", "event", "device", "library", "layout");

    @ArchTest
    static final ArchRule ROOMS_OF_IBVERBS_ARE_ITS_OWN = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "ibverbs..")
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + "ibverbs.*.."))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule WIRE_IMPORTS_NOTHING_OF_OURS = mayImport("wire");

    @ArchTest
    static final ArchRule CAPTURE_IMPORTS_WIRE = mayImport("capture", "wire");

    @ArchTest
    static final ArchRule TRANSPORT_NEVER_KNOWS_ITS_DEVICE = mayImport("transport", "wire", "arena", "frmr", "verbs");

    @ArchTest
    static final ArchRule REPLAY_IMPORTS_CAPTURE_AND_TRANSPORT =
            mayImport("replay", "capture", "transport", "wire", "arena", "frmr", "verbs");

    @ArchTest
    static final ArchRule JUNIT_HANDS_OUT_SIMULATED_DEVICES_AND_ARENAS =
            mayImport("junit", "nic", "sim", "arena", "frmr", "verbs");

    @ArchTest
    static final ArchRule EXAMPLES_KNOW_NO_SIMULATOR =
            mayImport("example", "transport", "wire", "arena", "frmr", "verbs");

    /** Programs get no JUnit with anything but the extension. */
    @ArchTest
    static final ArchRule NOTHING_ELSE_NEEDS_JUPITER = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "junit..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.junit..");

    @ArchTest
    static final ArchRule EVERY_CLASS_HAS_ITS_PLACE = classes().should().resideInAnyPackage(packages(PACKAGES));

    @ArchTest
    static final ArchRule NO_CYCLES = slices().matching(ROOT + "(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule CONFORMANCE_ROWS_KNOW_NO_DEVICE = noClasses()
            .that()
            .resideInAPackage(ROOT + "bench.conformance.rows..")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage(ROOT + "sim..", ROOT + "nic..").and(not(belongToAnyOf(Personality.class))));

    /** Rooms of a package, from top to bottom, import only what stands below them. On a JDK without the package there is nothing to hold. */
    private static ArchRule pointDown(final String name, final String... rooms) {
        final List<String> above = new ArrayList<>(List.of(ROOT + name));
        CompositeArchRule rule = null;
        for (final String room : rooms) {
            final String own = ROOT + name + "." + room;
            final ArchRule next = noClasses()
                    .that()
                    .resideInAPackage(own)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above.toArray(String[]::new))
                    .allowEmptyShould(true);
            rule = rule == null ? CompositeArchRule.of(next) : rule.and(next);
            above.add(own);
        }
        return rule;
    }

    /** Classes of one package import, of ours, only the packages named. */
    private static ArchRule mayImport(final String name, final String... allowed) {
        final List<String> forbidden = new ArrayList<>(PACKAGES);
        forbidden.remove(name);
        forbidden.removeAll(List.of(allowed));
        return noClasses()
                .that()
                .resideInAPackage(ROOT + name + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages(forbidden))
                .allowEmptyShould(false);
    }

    private static String[] packages(final Iterable<String> names) {
        final List<String> patterns = new ArrayList<>();
        names.forEach(name -> patterns.add(ROOT + name + ".."));
        return patterns.toArray(String[]::new);
    }
}
