// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Checks a device that is connected to itself, in addition to the conformance checks:
 * {@code VerbsChecks DEVICE ADDRESS6}. Prints one line for each check, which shows whether it passed or failed. The
 * exit status is the number of failures. Each check opens the device and releases everything that it has created.
 */
final class VerbsChecks {
    private final Map<String, Check> checks = new LinkedHashMap<>();

    private VerbsChecks(final String six) {
        checks.put(
                "a connection to itself: SEND, RDMA READ and WRITE, and its end", TransferChecks::sendReadWriteAndEnd);
        checks.put(
                "waiting in the kernel for completions, and for solicited ones",
                CompletionQueueChecks::waitInTheKernel);
        checks.put("a connection over IPv6", loopback -> ConnectionChecks.six(loopback, six));
        checks.put("a listener with a tentative IPv6 address", ConnectionChecks::tentative);
        checks.put("a request without a listener", ConnectionChecks::noListener);
        checks.put("a request that is rejected, with the reason as private data", ConnectionChecks::rejected);
        checks.put("8 concurrent connections", ConnectionChecks::manyAtOnce);
        checks.put("the event of a send queue that has drained", EventChecks::drained);
        checks.put("the events of a port: addresses, link down, link up", EventChecks::port);
    }

    public static void main(final String[] args) {
        System.exit(new VerbsChecks(args[1]).run(args[0]));
    }

    private int run(final String device) {
        int failed = 0;
        for (final Map.Entry<String, Check> check : checks.entrySet()) {
            final boolean passed = passes(device, check.getValue());
            System.out.println((passed ? "passed " : "failed ") + check.getKey());
            failed += passed ? 0 : 1;
        }
        return failed;
    }

    private static boolean passes(final String device, final Check check) {
        try (Loopback loopback = new Loopback(device)) {
            check.run(loopback);
            return true;
        } catch (final Exception e) {
            e.printStackTrace(System.out);
            return false;
        }
    }

    private interface Check {
        void run(Loopback loopback) throws Exception;
    }
}
