// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.rpcrdma.bench.jvm.VisibleObjects.FRMR_POOLS;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.jvm.LocalJvm;

/** Tests {@code frmr show} and {@code frmr set} on the pools of another JVM, and on the demo's pools. */
class FrmrCommandTest extends CommandTest {
    private static final String LARGE = "dev sim1 key 0:1000:0:0 queue 2 in_use 1 max_in_use 3 pinned 0\n";
    private static final String VENDOR = "dev sim1 key abc:800:1:0 queue 0 in_use 1 max_in_use 1 pinned 0\n";

    private static Process program;
    private static BufferedReader programOutput;

    @BeforeAll
    static void start() throws IOException {
        program = program(PooledProgram.class, "sim0", "sim1").start();
        programOutput = program.inputReader();
        assertEquals("ready", programOutput.readLine());
    }

    @AfterAll
    static void end() throws Exception {
        program.getOutputStream().close();
        assertEquals(0, program.waitFor());
    }

    @ParameterizedTest
    @CsvSource({
        "dev sim1, true, true",
        "dev sim1 num_dma_blocks 2048, false, true",
        "dev sim1 queue 1-9 in_use 1, true, false",
        "dev sim1 pinned 1-9, false, false",
    })
    void shouldShowTheMatchingPoolsOfAnotherJvm(final String words, final boolean large, final boolean vendor) {
        assertEquals(0, onProgram("show " + words), err.toString());
        assertEquals((vendor ? VENDOR : "") + (large ? LARGE : ""), out.toString());
    }

    @Test
    void shouldShowAllDevicesInTheOrderOfTheirIndex() {
        assertEquals(0, onProgram("show vendor_key 2748"), err.toString());
        assertEquals(VENDOR.replace("sim1", "sim0") + VENDOR, out.toString());
    }

    @Test
    void shouldShowDetailsAndTheDriversOwnPoolsOnlyWhenAskedTwice() {
        assertEquals(0, onProgram("show dev sim1 num_dma_blocks 16 -d"));
        assertEquals("", out.toString());
        assertEquals(0, onProgram("show dev sim1 num_dma_blocks 16 -dd"));
        assertEquals(
                "dev sim1 key 0:10:0:0 ats 0 access_flags 0 vendor_key 0 num_dma_blocks 16 kernel_vendor_key 7"
                        + " queue 0 in_use 1 max_in_use 1 pinned 0\n",
                out.toString());
    }

    @Test
    void shouldShowAsJson() throws IOException {
        assertEquals(0, onProgram("show --json - dev sim1 access_flags 1"));
        final JsonNode pools = new ObjectMapper().readTree(out.toString());
        assertEquals(1, pools.size());
        assertEquals(1, pools.get(0).get("ifindex").asInt());
        assertEquals("sim1", pools.get(0).get("ifname").asText());
        assertEquals("abc:800:1:0", pools.get(0).get("key").asText());

        assertEquals(0, onProgram("show -j dev sim1 ats 1"));
        assertEquals(0, new ObjectMapper().readTree(out.toString()).size());
    }

    @Test
    void shouldSetTheAgingPeriod() throws IOException {
        assertEquals(0, onProgram("set dev sim0 aging 120"), err.toString());
        assertEquals("", out.toString());
        assertEquals("120", agingPeriod());
    }

    @Test
    void shouldPinAPoolAndShowIt() {
        assertEquals(0, onProgram("set dev sim0 pinned 0:1000:0:0 5"), err.toString());
        assertEquals("", out.toString());
        assertEquals(0, onProgram("show dev sim0 num_dma_blocks 4096"));
        assertEquals("dev sim0 key 0:1000:0:0 queue 4 in_use 1 max_in_use 3 pinned 5\n", out.toString());

        assertEquals(0, onProgram("set dev sim0 pinned 0:1000:0:0 0"), err.toString());
        assertEquals(0, onProgram("show dev sim0 num_dma_blocks 4096"));
        assertEquals("dev sim0 key 0:1000:0:0 queue 4 in_use 1 max_in_use 3 pinned 0\n", out.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "set dev sim1 pinned 0:40:2:0 1, EINVAL", // remote write without local write
        "set dev sim1 pinned 0:40:8:0 1, EINVAL", // remote atomic without local write
        "set dev sim1 pinned 0:40:80000000:0 1, EINVAL", // no such flag
        "set dev sim1 pinned 0:40:0:1 1, EOPNOTSUPP",
        "set dev mlx5_9 pinned 0:40:0:0 1, Wrong device name - mlx5_9",
        "set dev mlx5_9 aging 1, Wrong device name - mlx5_9",
        "show dev mlx5_9, Wrong device name - mlx5_9",
    })
    void shouldChangeNothingIfThePoolsRefuse(final String arguments, final String named) throws IOException {
        final String before = agingPeriod();

        assertEquals(2, onProgram(arguments));

        assertOneLine(named);
        assertEquals(0, onProgram("show dev sim1"));
        assertEquals(VENDOR + LARGE, out.toString());
        assertEquals(before, agingPeriod());
    }

    @Test
    void shouldFailIfHandlesCannotBeMade() {
        assertEquals(1, onProgram("set dev sim0 pinned 0:1:0:0 1001"));
        assertOneLine("ENOMEM: no handles left: limit=1000");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'Missing required subcommand: show, set, replay'",
        "set, Please provide device name.",
        "set dev, Please provide device name.",
        "set sim0 aging 1, Unknown parameter 'sim0'.",
        "set dev sim0, Please provide what to set: aging or pinned.",
        "set dev sim0 ageing 1, Unknown parameter 'ageing'.",
        "set dev sim0 aging, Please provide aging period value.",
        "set dev sim0 aging 0, Setting the aging period to zero is not supported.",
        "set dev sim0 aging soon, Invalid aging period value: soon",
        "set dev sim0 aging -5, Invalid aging period value: -5",
        "set dev sim0 aging 2147483648, Invalid aging period value: 2147483648",
        "set dev sim0 aging 1 2, Unknown parameter '2'.",
        "set dev sim0 pinned, Please provide pool key and pinned value.",
        "set dev sim0 pinned 0:8:0:0, Please provide pinned value.",
        "set dev sim0 pinned 0:8:0:0 many, Invalid pinned value: many",
        "set dev sim0 pinned 0:8:0:0 -1, Invalid pinned value: -1",
        "set dev sim0 pinned 0:8:0:0 4294967296, Invalid pinned value: 4294967296",
        "set dev sim0 pinned 0:8:0:0 1 2, Unknown parameter '2'.",
        "set dev sim0 pinned 0:8:0 1, 'Invalid pool key: 0:8:0, expected 4 fields'",
        "set dev sim0 pinned 0:8:0:0:7 1, Unsupported pool attributes passed in pool key",
        "show colour 1, Unsupported filter option: colour",
        "show --colour, Unsupported filter option: --colour",
        "show --json /none/x, --json must name a file in an existing folder: /none/x",
        "set dev sim0 --colour, Unknown parameter '--colour'.",
        "--colour, --colour",
        "show --demo --pid 1, are mutually exclusive",
        "show --demo dev mlx5_0, Wrong device name - mlx5_0",
        "show --pid mine, '''--pid'': ''mine'' is not a long'",
        "show --pid 0, --pid must name another running JVM of this user: 0",
        "show --pid 9223372036854775807, --pid must name another running JVM of this user: 9223372036854775807",
    })
    void shouldRefuseBadArgumentsInOneLine(final String arguments, final String named) {
        assertEquals(2, run(arguments));
        assertOneLine(named);
    }

    @Test
    void shouldNameAJvmWithoutPools() throws Exception {
        final Process without = program(PooledProgram.class).start();
        assertEquals("ready", without.inputReader().readLine());

        assertEquals(2, run("show --pid " + without.pid()));
        assertOneLine("--pid must name a JVM that has FRMR pools: " + without.pid());

        without.getOutputStream().close();
        assertEquals(0, without.waitFor());
        assertEquals(2, run("set dev sim0 aging 5 --pid " + without.pid()));
        assertOneLine("--pid must name another running JVM of this user: " + without.pid());
    }

    @Test
    void shouldLeaveAProcessAloneThatIsNoJvm() throws IOException {
        final Process stranger = new ProcessBuilder("sleep", "600").start();
        try {
            assertEquals(2, run("show --pid " + stranger.pid()));
            assertOneLine("--pid must name another running JVM of this user: " + stranger.pid());
            assertTrue(stranger.isAlive());
        } finally {
            stranger.destroy();
        }
    }

    @Test
    void shouldRefuseAProcessOfAnotherUser() {
        final String user = ProcessHandle.current().info().user().orElseThrow();
        final Optional<ProcessHandle> foreign = ProcessHandle.allProcesses()
                .filter(process -> !process.info().user().orElse(user).equals(user))
                .findFirst();
        assumeTrue(foreign.isPresent(), "needs a process of another user");

        assertEquals(2, run("show --pid " + foreign.get().pid()));
        assertOneLine("--pid must name another running JVM of this user: "
                + foreign.get().pid());
    }

    @Test
    void shouldTakeTheOnlyJvmOrAskWhich() {
        final LocalJvm one = new LocalJvm(17, "sim0");

        assertEquals(one, LocalJvm.only(List.of(one), FRMR_POOLS));
        assertMessage(
                InputException.class,
                "several JVMs show FRMR pools, select one with --pid: 17 (sim0), 25 (sim0,sim1)",
                () -> LocalJvm.only(List.of(one, new LocalJvm(25, "sim0,sim1")), FRMR_POOLS));
        assertThrows(IllegalStateException.class, () -> LocalJvm.only(List.of(), FRMR_POOLS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--json=-", "-j", "-dd"})
    void shouldShowTheSameDemoEveryTime(final String options) {
        assertEquals(0, run("show --demo " + options), err.toString());
        final String first = out.toString();
        assertEquals(0, run("show --demo " + options), err.toString());
        assertEquals(first, out.toString());
    }

    @Test
    void shouldShowInTheDemoWhatPoolsDo() {
        assertEquals(0, run("show --demo queue 0 in_use 0 max_in_use 1-9999"), err.toString());
        assertEquals(4, out.toString().lines().count(), "aged away");
        assertEquals(0, run("show --demo queue 32 pinned 32"), err.toString());
        assertEquals(1, out.toString().lines().count(), "pinned");
        assertEquals(0, run("show --demo in_use 1-9999 queue 1-9999"), err.toString());
        assertEquals(4, out.toString().lines().count(), "at work");
    }

    private int onProgram(final String arguments) {
        return run(arguments + " --pid " + program.pid());
    }

    private int run(final String arguments) {
        return rpcrdma(("frmr " + arguments).trim().split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--demo", "--demo -dd dev sim0", "--demo -j in_use 1-9999"})
    void shouldShowTheSameAsAResource(final String options) {
        assertEquals(0, run("show " + options), err.toString());
        final String shown = out.toString();
        assertEquals(0, rpcrdma(("resource show frmr_pools " + options).split(" ")), err.toString());
        assertEquals(shown, out.toString());
    }

    @Test
    void shouldSetThePoolsAsAResource() throws IOException {
        final String words = "resource set frmr_pools dev sim0 aging 77 --pid " + program.pid();
        assertEquals(0, rpcrdma(words.split(" ")), err.toString());
        assertEquals("77", agingPeriod());
    }

    /** Words can be abbreviated as in rdma. */
    @Test
    void shouldTakeTheBeginningsOfWords() throws IOException {
        final String words = "resource set frmr link sim0 ag 78 --pid " + program.pid();
        assertEquals(0, rpcrdma(words.split(" ")), err.toString());
        assertEquals("78", agingPeriod());
        assertEquals(0, rpcrdma(("resource sh frmr link sim1 num_dma 2048 --pid " + program.pid()).split(" ")));
        assertEquals(VENDOR, out.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "resource, 'Missing required subcommand: show, set'",
        "resource show, Missing required subcommand: frmr_pools",
        "resource set, Missing required subcommand: frmr_pools",
        "resource show qp, '''qp'''",
        "resource show frmr_poool, did you mean frmr_pools?",
        "resource show frmr_pools colour 1, Unsupported filter option: colour",
        "resource set frmr_pools dev sim0 aging -5, Invalid aging period value: -5",
    })
    void shouldRefuseBadArgumentsOfAResourceInOneLine(final String arguments, final String named) {
        assertEquals(2, rpcrdma(arguments.split(" ")));
        assertOneLine(named);
    }

    private static String agingPeriod() throws IOException {
        program.outputWriter().append("\n").flush();
        return programOutput.readLine();
    }
}
