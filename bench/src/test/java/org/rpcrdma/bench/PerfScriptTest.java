// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the verdicts of .ci/perf on figures and on a busy host. Scripts replace the loops and the C compiler. */
@EnabledOnOs(OS.LINUX)
@Tag("pages")
class PerfScriptTest extends ScriptTest {
    private static final String FAST =
            "arena) echo 6;; endpoint) echo 4;; batch) echo 2;; queue) echo 5;; echo) echo 2000;; event) echo 7;;";

    @BeforeEach
    void makeHost() throws IOException {
        loops(QUIET, FAST + " read) echo 1200 64;;");
        // The compiler creates a program that reports two million datagrams per second.
        script(
                "path/gcc",
                "echo '#!/usr/bin/env bash' > $4; chmod +x $4\n"
                        + "echo 'echo \"segments 4112 bytes, 15 a call: 2000000 datagrams a second of CPU time, $3\"' >> $4");
        searchFirst("path");
        environment.put("JAVA_HOME", folder.resolve("jdk").toString());
        environment.put("PERF_BUILD", "true");
        environment.put("INTEROP_STAT", folder.resolve("stat").toString());
    }

    /** Sets the loops' figures, as cases of a shell script, and the processor usage after the first loop. */
    private void loops(final String processors, final String cases) throws IOException {
        stat("stat", "cpu 0 0 0 0 0 0 0 0 0 0");
        stat("later", processors);
        script(
                "jdk/bin/java",
                "cp " + folder.resolve("later") + " " + folder.resolve("stat") + "\n"
                        + "case \" $* \" in *udp.plain=true*) plain=yes;; *) plain=no;; esac\n"
                        + "case ${@: -1} in -version) echo 'openjdk version \"99.0.1\" 2099-01-01';; " + cases
                        + " *) echo 'no such loop' >&2; exit 1;; esac");
    }

    private int perf() throws Exception {
        return run(PROJECT.resolve(".ci/perf").toString());
    }

    @Test
    void shouldPrintEachRatioWithItsSpreadAndBound() throws Exception {
        assertEquals(0, perf(), () -> lines.toString());
        assertPrinted("perf: CPU time, medians of 5 JVMs each: JDK 99\\.0\\.1.*");
        assertPrinted("arena +1\\.20 \\(1\\.20 to 1\\.20\\), bound [\\d.]+: 6\\.0 ns, JCTools' queue 5\\.0 ns");
        assertPrinted("endpoint +0\\.80 .*");
        assertPrinted("batch +0\\.40 .*");
        assertPrinted("echo +285\\.71 .*: 2000\\.0 ns, an empty event 7\\.0 ns");
        assertPrinted("read +2\\.40 .*: 1200\\.0 ns, a datagram in C, runs of packets 500\\.0 ns");
        assertPrinted("perf: ok: seconds=\\d+ others=0 % of the processors");
    }

    @ParameterizedTest
    @CsvSource({"arena, 60", "endpoint, 50", "batch, 20", "echo, 20000", "read, 12000 64"})
    void shouldFailIfAnOperationIsTenTimesSlower(final String loop, final String figure) throws Exception {
        loops(QUIET, loop + ") echo " + figure + ";; " + FAST + " read) echo 1200 64;;");
        assertEquals(1, perf());
        assertPrinted(loop + " .*   ABOVE ITS BOUND");
        assertPrinted("perf: FAILED: above=" + loop + " seconds=\\d+ others=0 % of the processors");
    }

    @Test
    void shouldJudgeByTheMedianOfTheJvms() throws Exception {
        final String slowTwice = "arena) echo >> " + folder.resolve("runs") + "; (($(wc -l < " + folder.resolve("runs")
                + ") > 2)) && echo 6 || echo 600;; ";
        loops(QUIET, slowTwice + FAST + " read) echo 1200 64;;");
        assertEquals(0, perf(), () -> lines.toString());
        assertPrinted("arena +1\\.20 \\(1\\.20 to 120\\.00\\), .*");
    }

    @Test
    void shouldSkipARowAboveItsBoundOnABusyHost() throws Exception {
        loops(BUSY, "arena) echo 60;; " + FAST + " read) echo 1200 64;;");
        assertEquals(0, perf());
        assertPrinted("arena .*   ABOVE ITS BOUND");
        assertPrinted("perf: skipped: host too busy: above=arena seconds=\\d+ others=47 % of the processors");
    }

    @ParameterizedTest
    @ValueSource(strings = {"arena) exit 3;;", "arena) exit 0;;", "arena) echo NaN;;", "arena) echo 0x6;;"})
    void shouldFailIfALoopPrintsNoFigureOnABusyHostToo(final String loop) throws Exception {
        loops(BUSY, loop + FAST + " read) echo 1200 64;;");
        assertEquals(1, perf());
        assertPrinted("perf: FAILED: .*arena.*");
        assertNotPrinted("perf: (ok|skipped).*");
    }

    @Test
    void shouldCompareWithSingleDatagramsIfTheDeviceSendsThem() throws Exception {
        script(
                "path/gcc",
                "echo '#!/usr/bin/env bash' > $4; chmod +x $4\n"
                        + "echo '[[ $3 == one ]] && echo \"one 4112 bytes, 15 a call: 250000 datagrams a second of CPU time\"' >> $4");
        loops(QUIET, FAST + " read) echo 5000 1;;");
        assertEquals(0, perf(), () -> lines.toString());
        assertPrinted("read +1\\.25 .*: 5000\\.0 ns, a datagram in C, one a call 4000\\.0 ns");
    }

    @Test
    void shouldCompareWithALoopInJavaWithoutGcc() throws Exception {
        script("path/gcc", "exit 1");
        loops(QUIET, FAST + " read) echo 5000 1; [[ $plain == yes ]];; datagram) echo 4000;;");
        assertEquals(0, perf(), () -> lines.toString());
        assertPrinted("read +1\\.25 .*: 5000\\.0 ns, a datagram in Java, one a call 4000\\.0 ns");
    }

    @Test
    void shouldFailIfTheBuildFails() throws Exception {
        script("build", "echo '[ERROR] it does not compile'; exit 1");
        environment.put("PERF_BUILD", folder.resolve("build").toString());
        assertEquals(1, perf());
        assertPrinted("perf: FAILED: the build: \\[ERROR\\] it does not compile");
    }
}
