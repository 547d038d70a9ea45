// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the verdicts of interop/run and .ci/run on the output of virtual machines and on a busy host. Scripts replace
 * the machines, the JDK and the host.
 */
@EnabledOnOs(OS.LINUX)
@Tag("pages")
class InteropRunTest extends ScriptTest {
    private static final String STOLEN = "cpu 100 0 0 1000000 0 0 0 900000 0 0";

    @BeforeEach
    void makeHost() throws IOException {
        script("jdk/bin/javac", "echo javac 25.0.1");
        script("jdk/bin/jar", "exit 0");
        script("jdk/bin/java", "exit 1");
        stat("stat", "cpu 0 0 0 0 0 0 0 0 0 0");
        vm(QUIET, "echo ok all is well");
        environment.put("JAVA_HOME", folder.resolve("jdk").toString());
        environment.put("INTEROP_MVN", "true");
        environment.put("INTEROP_LOGS", folder.resolve("logs").toString());
        environment.put("INTEROP_STAT", folder.resolve("stat").toString());
        environment.put("INTEROP_VM", folder.resolve("vm").toString());
    }

    /** Creates virtual machines whose job runs a script, on a host with the given processor usage since boot. */
    private void vm(final String processors, final String job) throws IOException {
        stat("later", processors);
        script(
                "vm",
                "cp " + folder.resolve("later") + " " + folder.resolve("stat") + "\n[[ $1 == ready ]] && exit\n" + job);
    }

    private int interop(final String... jobs) throws Exception {
        final List<String> command =
                new ArrayList<>(List.of(PROJECT.resolve("tools/interop/run").toString()));
        command.addAll(List.of(jobs));
        return run(command.toArray(String[]::new));
    }

    @Test
    void shouldRunTheJobsThatContributingNames() throws IOException {
        final String script = Files.readString(PROJECT.resolve("tools/interop/run"));
        final String page = Files.readString(PROJECT.resolve("CONTRIBUTING.md"));
        final List<String> jobs = List.of(
                found(script, "# interop/run \\[([a-z0-9|-]+)\\|all\\]").get(0).split("\\|"));
        final String table = page.substring(page.indexOf("| job | content |"));
        assertEquals(jobs, found(table, "(?m)^\\| `([a-z0-9-]+)` \\|"));
        final String first = jobs.get(0);
        final String last =
                found(page, "# the jobs from " + first + " to ([a-z0-9-]+)").get(0);
        assertEquals(
                Set.copyOf(jobs.subList(0, 1 + jobs.indexOf(last))),
                Set.of(found(script, "all\\) names\\+=\\(([a-z0-9 -]+)\\)")
                        .get(0)
                        .split(" ")));
    }

    private static List<String> found(final String text, final String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void shouldReportHowManyJobsWereOk() throws Exception {
        assertEquals(0, interop("verbs", "loopback", "compare"));
        assertEquals(3, lines.stream().filter("ok all is well"::equals).count(), lines::toString);
        assertPrinted("ok loopback: seconds=\\d+");
        assertPrinted("interop: ok=3 skipped=0 failed=0 seconds=\\d+");
    }

    @Test
    void shouldRunEachJobOnTheLinuxThatItNames() throws Exception {
        vm(QUIET, "echo ok $1 on ${RDMA_VM_LINUX:-the host}");
        assertEquals(0, interop("verbs@7.3", "nfs3@6.12", "loopback"));
        assertPrinted("ok one on 7.3");
        assertPrinted("ok verbs@7.3: seconds=\\d+");
        assertPrinted("ok pair on 6.12");
        assertPrinted("ok one on the host");
    }

    @ParameterizedTest
    @CsvSource({"verbs@", "verbs@seven", "verbs@7", "all@7.3", "metrics@7.3", "kernel-patch@7.3"})
    void shouldRefuseAJobOnALinuxThatIsNoVersionOrThatTheJobChooses(final String job) throws Exception {
        assertEquals(2, interop(job));
    }

    @Test
    void shouldFailWithAJobThatFails() throws Exception {
        vm(BUSY, "[[ $2 != *loopback* ]] || { echo FAILED it; exit 1; }");
        environment.put("INTEROP_BUDGET", "1000");
        assertEquals(1, interop("verbs", "loopback"));
        assertPrinted("FAILED it");
        assertPrinted("FAILED loopback: status=1 log=.*");
        assertPrinted("interop: ok=1 skipped=0 failed=1 seconds=\\d+");
    }

    @ParameterizedTest
    @CsvSource({BUSY, STOLEN})
    void shouldSkipAJobThatDoesNotEndInTimeOnABusyHost(final String processors) throws Exception {
        vm(processors, "echo ok begun; exit 124");
        environment.put("INTEROP_BUDGET", "1000");
        assertEquals(0, interop("verbs"));
        assertPrinted(
                "skipped verbs: host too busy: budget=1000 s, spent=\\d+ s, others=\\d+ % of the processors, it did not end.*");
        assertNotPrinted("ok verbs.*");
        assertPrinted("interop: ok=0 skipped=1 failed=0 seconds=\\d+");
    }

    @Test
    void shouldFailIfAJobDoesNotEndInTimeOnAHostThatIsNotBusy() throws Exception {
        vm(QUIET, "exit 124");
        environment.put("INTEROP_BUDGET", "1000");
        assertEquals(1, interop("verbs"));
        assertPrinted(
                "FAILED verbs: it did not end, .*: spent=\\d+ s, limit=\\d+ s, budget=1000, others=0 % of the processors");
        assertPrinted("interop: ok=0 skipped=0 failed=1 seconds=\\d+");
    }

    @Test
    void shouldFailIfAJobDoesNotEndInTimeWithoutABudget() throws Exception {
        vm(BUSY, "exit 124");
        assertEquals(1, interop("verbs"));
        assertPrinted("FAILED verbs: it did not end.*");
    }

    @ParameterizedTest
    @CsvSource({
        "echo 'client: FAILED a check'; exit 124",
        "echo 'server: FAILED a check'; exit 124",
        "exit 125",
        "exit 3"
    })
    void shouldNotTurnAFailureIntoASkipOnABusyHost(final String job) throws Exception {
        vm(BUSY, job);
        environment.put("INTEROP_BUDGET", "1000");
        assertEquals(1, interop("kernel-server"));
        assertPrinted("FAILED kernel-server: status=.*");
        assertNotPrinted("skipped.*");
    }

    @Test
    void shouldSkipJobsThatCannotBeginWithinTheBudget() throws Exception {
        vm(BUSY, "echo ok begun");
        environment.put("INTEROP_BUDGET", "0");
        assertEquals(0, interop());
        assertNotPrinted("ok .*");
        assertPrinted("skipped kernel-client: host too busy: budget=0 s, spent=\\d+ s, .*, it did not begin");
        assertPrinted("interop: ok=0 skipped=8 failed=0 seconds=\\d+");
    }

    @Test
    void shouldFailIfJobsCannotBeginWithinTheBudgetOnAHostThatIsNotBusy() throws Exception {
        environment.put("INTEROP_BUDGET", "0");
        assertEquals(1, interop("verbs"));
        assertPrinted("FAILED verbs: it did not begin: .*");
    }

    @Test
    void shouldStopMachinesAtTheEndOfTheBudget() throws Exception {
        vm(QUIET, "echo ok limit=$RDMA_VM_LIMIT");
        environment.put("INTEROP_BUDGET", "800");
        environment.put("RDMA_VM_LIMIT", "10000");
        assertEquals(0, interop("verbs"));
        assertPrinted("ok limit=[1-7]\\d\\d|ok limit=800");
        environment.put("RDMA_VM_LIMIT", "55");
        assertEquals(0, interop("verbs"));
        assertPrinted("ok limit=55");
    }

    @Test
    void shouldRefuseABudgetThatIsNoNumber() throws Exception {
        environment.put("INTEROP_BUDGET", "soon");
        assertEquals(2, interop("verbs"));
        assertEquals(List.of("interop: INTEROP_BUDGET is no number of seconds: soon"), lines);
    }

    /**
     * Creates a capture of 3 replies, one of which is in the reverse direction. Also sets the number of replies that
     * compare replays and that tshark reads.
     */
    private void capture(final int replayed, final String lastXid) throws IOException {
        script(
                "jdk/bin/java",
                "case \" $* \" in\n*' decode '*)\nfor xid in a b; do echo \"1 0.1 c -> s $xid call NFSv3 READ\"; "
                        + "echo \"2 0.1 s -> c $xid reply NFSv3 READ\"; done\n"
                        + "echo '3 0.1 c -> s c reply NFSv4-CB CB_COMPOUND'; echo '5 messages' >&2 ;;\n"
                        + "*) echo 'file: " + replayed + " RPCs per connection, 1 connection' ;;\nesac");
        script("path/tshark", "printf '1\\t0xa\\n2\\t0xa\\n1\\t0xb\\n2\\t0xb\\n3\\t0x" + lastXid + "\\n'");
        searchFirst("path");
    }

    @Test
    void shouldReadWhatMachinesSentEachOther() throws Exception {
        capture(2, "c");
        assertEquals(0, interop("kernel-client"));
        assertPrinted("ok kernel-client: decode of the capture: 5 messages");
        assertPrinted("ok kernel-client: tshark reads the same messages: 5");
        assertPrinted("ok kernel-client: compare of the capture: replayed=2 reverse=1");
        assertPrinted("ok kernel-client: seconds=\\d+");
    }

    @Test
    void shouldFailIfAnAnsweredRpcIsNotReplayed() throws Exception {
        capture(1, "c");
        assertEquals(1, interop("kernel-server"));
        assertPrinted("FAILED kernel-server: compare of the capture: replayed=1 reverse=1 replies=3");
        assertPrinted("failed kernel-server: .*");
    }

    @Test
    void shouldFailIfWiresharkReadsOtherMessages() throws Exception {
        capture(2, "d");
        assertEquals(1, interop("kernel-server"));
        assertPrinted("FAILED kernel-server: tshark reads different messages: .*");
    }

    @Test
    void shouldFailIfTheCaptureCannotBeDecoded() throws Exception {
        assertEquals(1, interop("kernel-server"));
        assertPrinted("FAILED kernel-server: decode of the capture: .*");
    }

    /**
     * Creates a capture of the calls a and b, some replies, and frames that have bad CRCs or that tshark reports as
     * malformed.
     */
    private void disturbedCapture(final int badCrcs, final String malformed, final String replies) throws IOException {
        script(
                "jdk/bin/java",
                "case \" $* \" in\n*' decode '*)\nfor xid in a b; do echo \"1 0.1 c -> s $xid call NFSv3 READ\"; done\n"
                        + "echo '1 0.1 c -> s a call NFSv3 READ retransmitted'\n"
                        + "for xid in " + replies + "; do echo \"2 0.1 s -> c $xid reply NFSv3 READ\"; done ;;\n"
                        + "*) echo frames=9 bad=" + badCrcs + "; exit " + badCrcs + " ;;\nesac");
        script("path/tshark", "printf '" + malformed + "'");
        script("path/rping", "exit 0");
        script("path/ib_send_bw", "exit 0");
        searchFirst("path");
    }

    @Test
    void shouldReadWhatOurDevicesSent() throws Exception {
        disturbedCapture(0, "", "a b a");
        assertEquals(0, interop("udp"));
        assertPrinted("ok udp: invariant CRCs of the capture: frames=9 bad=0");
        assertPrinted("ok udp: tshark finds no malformed frame");
        assertPrinted("ok udp: calls of the capture, each with its reply: 2");
    }

    @ParameterizedTest
    @CsvSource({
        "1, '', a b, 'invariant CRCs: frames=9 bad=1'",
        "0, '7 x', a b, 'tshark finds malformed frames: 7 x'",
        "0, '', a, 'calls of the capture: calls=2 differences=.*'",
        "0, '', a c, 'calls of the capture: calls=2 differences=.*'"
    })
    void shouldFailIfOurDevicesSentWhatNoNicSends(
            final int badCrcs, final String malformed, final String replies, final String failure) throws Exception {
        disturbedCapture(badCrcs, malformed, replies);
        assertEquals(1, interop("udp"));
        assertPrinted("FAILED udp: " + failure);
    }

    /**
     * Returns a connection as ftrace's function graph tracer prints it. A call adds 0.5 us to the time of its function
     * and 1 us to the time of its caller.
     */
    private static String connection(final boolean isEachReceiveTraced) {
        final double inner = isEachReceiveTraced ? 4 : 0;
        final String receive = isEachReceiveTraced
                ? leaf(20.5, "svc_rdma_recv_ctxt_alloc [rpcrdma]") + leaf(1.5, "post_one_recv [rdma_rxe]")
                : "";
        return call(11.5, "cm_work_handler [ib_cm]", leaf(3, "svc_rdma_listen_handler [rpcrdma]"))
                + leaf(20, "cm_work_handler [ib_cm]")
                + call(
                        202.5 + inner,
                        "svc_rdma_accept [rpcrdma]",
                        leaf(0.5, "rdma_rw_mr_factor [ib_core]")
                                + call(50.5 + inner, "svc_rdma_post_recvs [rpcrdma]", receive + receive))
                + call(6.5, "cm_work_handler [ib_cm]", leaf(3, "svc_rdma_cma_handler [rpcrdma]"))
                + leaf(7, "svc_rdma_wc_receive [rpcrdma]")
                + call(5.5, "cm_work_handler [ib_cm]", leaf(3, "svc_rdma_cma_handler [rpcrdma]"))
                + leaf(6.5, "svc_rdma_detach [rpcrdma]")
                + leaf(1.5, "svc_rdma_wc_receive [rpcrdma]")
                + leaf(1.5, "svc_rdma_wc_receive [rpcrdma]")
                + call(
                        32.5,
                        "__svc_rdma_free [rpcrdma]",
                        leaf(0.5, "svc_rdma_flush_recv_queues [rpcrdma]")
                                + leaf(8.5, "svc_rdma_recv_ctxts_destroy [rpcrdma]"));
    }

    private static String leaf(final double micros, final String function) {
        return " 0)    nfsd-193    |   " + micros + " us    |    " + function + "();\n";
    }

    private static String call(final double micros, final String function, final String inside) {
        return " 0)    nfsd-193    |               |  " + function + "() {\n" + inside + " 0)    nfsd-193    |   "
                + micros + " us |  } /* " + function + " */\n";
    }

    private void traces(final String outermost) throws IOException {
        final String mapping = leaf(1.5, "dma_map_page_attrs") + leaf(2.5, "dma_unmap_page_attrs");
        for (final Map.Entry<String, String> trace : Map.of(
                        "outer-128", outermost,
                        "parts-128", connection(false).repeat(2),
                        "inner-128", connection(true).repeat(3),
                        "parts-64", connection(false),
                        "all-128", connection(true),
                        "dma-strict", mapping.repeat(2),
                        "dma-lazy", mapping)
                .entrySet()) {
            Files.writeString(
                    folder.resolve(trace.getKey() + ".trace"), "# tracer: function_graph\n" + trace.getValue());
        }
        vm(QUIET, "echo ok traced $RDMA_VM_CLOCK; cp " + folder + "/*.trace " + folder + "/logs/kernel-trace");
    }

    @Test
    void shouldReportWhatShareOfAConnectionReceiveBuffersAre() throws Exception {
        traces(connection(false));
        assertEquals(0, interop("kernel-trace"), () -> lines.toString());
        assertPrinted("ok traced instructions");
        assertPrinted("svc_rdma_accept +1 +200\\.0 +200\\.0 +200\\.0 +93\\.0%");
        assertPrinted("  svc_rdma_post_recvs +1 +50\\.0 +50\\.0 +50\\.0 +23\\.3%");
        assertPrinted("    svc_rdma_wc_receive.*|svc_rdma_wc_receive \\(flushed\\) +2 +2\\.0 .*");
        assertPrinted("tracing, left out above: us a call=0\\.50 in its own time, 1\\.00 in its caller's");
        assertPrinted(
                "ok kernel-trace: Receive buffers, 128 credits: 25\\.0 % of svc_rdma_accept, 23\\.3 % of set-up, 23\\.8 %"
                        + " of tear-down, 23\\.3 % of both");
        assertPrinted(
                "  Receive buffers with such mappings, lazy, 128 credits: 54\\.3 % of svc_rdma_accept, .* 89\\.3 % of"
                        + " tear-down, .*");
    }

    @Test
    void shouldFailIfAConnectionIsNotTraced() throws Exception {
        traces("");
        assertEquals(1, interop("kernel-trace"));
        assertPrinted("FAILED kernel-trace: no connection in the trace of outer-128");
        assertPrinted("failed kernel-trace: .*");
    }

    /** Creates virtual machines with a built module that measure two forms of a connection's 263 Receive buffers. */
    private void forms(final String rangesOfStock) throws IOException {
        final Path module = folder.resolve("logs/kernel-forms/modules@7.3/receive_forms.ko");
        Files.createDirectories(module.getParent());
        Files.writeString(module, "");
        Files.createDirectories(folder.resolve("newer/root"));
        final String stock =
                "strict whole stock 263 10 881000 882000 883000 400000 481000 90000 0 300000 0 10000 410000 71000 "
                        + "263 " + rangesOfStock + " 0.0 263.0 0.0 263.0 263.0 263 22";
        final String range =
                "strict whole one-iova-32K 263 10 88100 88200 88300 67000 21100 22000 500 36000 100 8400 6400 14700 "
                        + "33 1.0 1.0 33.0 0.0 1.0 1.0 264 32";
        vm(
                QUIET,
                "if [[ $1 == newer ]]; then echo " + folder.resolve("newer") + "; exit; fi\n"
                        + "eval \"$(grep -E '^(iommu|rows|queues)=' $2)\"\n"
                        + "echo ok $iommu $RDMA_VM_CLOCK on $RDMA_VM_LINUX\n"
                        + "{ echo '" + stock + "'; echo '" + range + "'; } | tr ' ' '\\t' > $rows\n"
                        + "printf '263\\t53000\\t11000\\t36000\\t100\\t5900\\n' > $queues\n"
                        + "echo 7.3.4+deb13-amd64 pc-q35-7.2 > $rows.machine");
        environment.put("INTEROP_IOMMUS", "vt-d");
    }

    @Test
    void shouldReportWhatReceiveBuffersTakeInEachForm() throws Exception {
        forms("263.0");
        assertEquals(0, interop("kernel-forms"), () -> lines.toString());
        assertPrinted("ok vt-d instructions on 7\\.3");
        assertPrinted("Linux 7\\.3\\.4, QEMU's pc-q35-7\\.2; .*");
        assertPrinted("vt-d strict, 263 buffers +881 +88 -90 %");
        assertPrinted("  IOVA ranges +263\\.0 +1\\.0");
        assertPrinted("7\\.3\\.4\\s+263\\s+53000\\s+11000\\s+36000\\s+100\\s+5900");
        assertTrue(
                Files.readAllLines(folder.resolve("logs/kernel-forms.tsv"))
                        .get(1)
                        .startsWith("7.3.4\tvt-d\tstrict\twhole\tstock\t263\t10\t881000\t"),
                "the table has no such row");
    }

    @Test
    void shouldFailIfAFormHasAnotherNumberOfIovaRanges() throws Exception {
        forms("17.0");
        assertEquals(1, interop("kernel-forms"));
        assertPrinted(
                "FAILED kernel-forms: IOVA ranges of a connection: vt-d strict, 263 buffers: stock: 17\\.0 instead of 263");
        assertPrinted("failed kernel-forms: .*");
    }

    @Test
    void shouldRunSharedReceivesOnANewerLinux() throws Exception {
        final Path headers = folder.resolve("newer/usr/lib/headers");
        Files.createDirectories(headers.getParent());
        Files.createSymbolicLink(headers, Path.of("../src/linux-headers-7.3.4"));
        final Path modules = folder.resolve("logs/kernel-patch/modules/7.3");
        Files.createDirectories(modules.resolve("root"));
        Files.writeString(modules.resolve("shared.ko"), "");
        vm(
                QUIET,
                "if [[ $1 == newer ]]; then echo " + folder.resolve("newer") + "; exit; fi\n"
                        + "[[ $1 != source ]] || exit 3\n"
                        + "eval \"$(grep -E '^(mounts|fio_seconds|modules)=' $2)\"\n"
                        + "echo ok $mounts mounts, $fio_seconds s, $modules, Linux $RDMA_VM_LINUX, $RDMA_VM_MEM MB");
        environment.put("INTEROP_MOUNTS", "3");
        assertEquals(0, interop("kernel-shared"), () -> lines.toString());
        assertPrinted("ok kernel-shared: svcrdma with shared Receives is built for Linux 7\\.3");
        assertPrinted("ok 3 mounts, 60 s, " + Pattern.quote(modules.toString()) + ", Linux 7\\.3, 4096 MB");
        assertEquals(1, interop("kernel-shared@7.4"));
        assertPrinted("kernel-patch: no source of Linux 7\\.4");
        assertPrinted("FAILED kernel-shared@7\\.4: no svcrdma with shared Receives for Linux 7\\.4");
    }

    @Test
    void shouldSumUpWhatRanInTheEnd() throws Exception {
        script("path/mvn", "exit 0");
        script("consumers", "exit 0");
        environment.put("CI_CONSUMERS", folder.resolve("consumers").toString());
        environment.put("CI_PERF", "true");
        searchFirst("path");
        environment.put("RPCRDMA_INTEROP", "0");
        assertEquals(0, run(PROJECT.resolve(".ci/run").toString()));
        assertPrinted("interop: skipped: RPCRDMA_INTEROP=0");
        assertTrue(lines.get(lines.size() - 1).matches("ci: ok: seconds=\\d+ limit=1200"), lines::toString);
        script("path/mvn", "exit 1");
        assertEquals(1, run(PROJECT.resolve(".ci/run").toString()));
        assertTrue(
                lines.get(lines.size() - 1).matches("ci: FAILED: status=1 seconds=\\d+ limit=1200"), lines::toString);
    }

    /** Runs CI up to the virtual machines, on a host that either has the newer Linux or reports why it does not. */
    private int ciWithMachines(final String readyOnNewerLinux) throws Exception {
        capture(2, "c");
        script("path/mvn", "exit 0");
        script("consumers", "exit 0");
        script("jdk/bin/javac", "echo javac 99.0.1");
        script(
                "vm",
                "[[ $1 != ready ]] || { [[ -z ${RDMA_VM_LINUX:-} ]] || { " + readyOnNewerLinux + "; }; exit; }\n"
                        + "echo ok $1 on ${RDMA_VM_LINUX:-the host}");
        environment.put("CI_CONSUMERS", folder.resolve("consumers").toString());
        environment.put("CI_PERF", "true");
        return run(PROJECT.resolve(".ci/run").toString());
    }

    @Test
    void shouldRunLinuxsOwnNfsOnTheNewerLinuxInCi() throws Exception {
        assertEquals(0, ciWithMachines("true"), () -> lines.toString());
        assertPrinted("ok pair on 7\\.3");
        assertPrinted("ok one on the host");
        assertNotPrinted("ok pair on the host");
        assertPrinted("ok kernel-server@7\\.3: seconds=\\d+");
        assertPrinted("interop: ok=7 skipped=0 failed=0 seconds=\\d+");
    }

    @Test
    void shouldRunLinuxsOwnNfsOnTheHostsLinuxInCiIfTheNewerOneCannotBeFetched() throws Exception {
        assertEquals(0, ciWithMachines("echo 'rdma-vm: apt-get update of sid: no network' >&2; exit 3"));
        assertPrinted("interop: kernel-server and kernel-client on this host's Linux, not on 7\\.3: "
                + "rdma-vm: apt-get update of sid: no network");
        assertPrinted("ok pair on the host");
        assertNotPrinted(".* on 7\\.3");
        assertPrinted("interop: ok=7 skipped=0 failed=0 seconds=\\d+");
    }

    @Test
    void shouldFailWithTheProgramsOutsideOfTheBuild() throws Exception {
        script("path/mvn", "exit 0");
        script("consumers", "exit 3");
        searchFirst("path");
        environment.put("RPCRDMA_INTEROP", "0");
        environment.put("CI_CONSUMERS", folder.resolve("consumers").toString());
        environment.put("CI_PERF", "true");

        assertEquals(3, run(PROJECT.resolve(".ci/run").toString()));

        assertPrinted("ci: FAILED: status=3 seconds=.*");
    }

    @Test
    void shouldFailCiIfARatioOfSpeedIsAboveItsBound() throws Exception {
        script("path/mvn", "exit 0");
        script("consumers", "exit 0");
        script("perf", "echo perf of $JAVA_HOME, built: $PERF_BUILD; exit 4");
        searchFirst("path");
        environment.put("RPCRDMA_INTEROP", "0");
        environment.put("CI_CONSUMERS", folder.resolve("consumers").toString());
        environment.put("CI_PERF", folder.resolve("perf").toString());

        assertEquals(4, run(PROJECT.resolve(".ci/run").toString()));

        assertPrinted("perf of .*, built: true");
        assertPrinted("ci: FAILED: status=4 seconds=.*");
    }

    @Test
    void shouldReportWhatIsMissingForCi() throws Exception {
        environment.put("JAVA_HOME", folder.resolve("nowhere").toString());

        assertEquals(2, run(PROJECT.resolve(".ci/run").toString()));

        assertPrinted("ci: a JDK of 17 or newer is needed: found=.*/nowhere JAVA_HOME=.*");
    }

    @Test
    void shouldReportThatNothingIsStagedForPrograms() throws Exception {
        assertEquals(2, run(PROJECT.resolve(".ci/consumers").toString(), folder.toString()));

        assertPrinted("consumers: nothing is staged, run mvn -Prelease deploy: folder=" + folder);
    }
}
