// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import org.rpcrdma.bench.jvm.PagingDemo;

/**
 * A program with the same on-demand regions as the demo, which a test inspects from another process. Exits when its
 * input ends.
 */
final class PagingProgram {
    private PagingProgram() {}

    public static void main(final String[] arguments) throws IOException {
        final PagingDemo demo = PagingDemo.run();
        System.out.println("ready");
        while (System.in.read() >= 0) {
            continue;
        }
        demo.close();
    }
}
