// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.jvm;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.JavaPrograms;

/** Starts JVMs with and without the flag, and checks the error message. */
class AgronaAccessTest {
    private static final String FLAG = "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED";

    @Test
    void shouldPassIfTheFlagIsGiven() {
        assertDoesNotThrow(AgronaAccess::check);
    }

    @Test
    void shouldReportTheFlagForLauncherAndMavenWhereItIsMissing() throws Exception {
        assertEquals(
                List.of(
                        "java.lang.IllegalStateException: Agrona cannot access native memory in this JVM; start it with: java "
                                + FLAG + " ... (Maven, maven-surefire-plugin: <argLine>" + FLAG + "</argLine>)",
                        "Agrona fails"),
                run(Stream.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {FLAG, "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"})
    void shouldPassIfAgronaWorks(final String flag) throws Exception {
        assertEquals(List.of("passed", "Agrona works"), run(Stream.of(flag)));
    }

    private static List<String> run(final Stream<String> flags) throws IOException, InterruptedException {
        return JavaPrograms.run(JavaPrograms.of(Program.class, flags.toList()))
                .lines()
                .toList();
    }

    /** Prints the result of the check, followed by the result of using Agrona. */
    static final class Program {
        private Program() {}

        public static void main(final String[] arguments) {
            try {
                AgronaAccess.check();
                System.out.println("passed");
            } catch (final IllegalStateException e) {
                System.out.println(e);
            }
            try {
                UnsafeApi.freeMemory(UnsafeApi.allocateMemory(1));
                System.out.println("Agrona works");
            } catch (final IllegalAccessError e) {
                System.out.println("Agrona fails");
            }
        }
    }
}
