// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.util.concurrent.Callable;

/**
 * A command that another artifact adds to {@code rpcrdma}: a picocli command with its annotations, which returns the
 * exit code.
 *
 * <p>A service: the command line finds those on its class path.
 */
public interface AddedCommand extends Callable<Integer> {
    /** {@return the name of the command that help lists before this one} */
    default String listedBehind() {
        return "manual";
    }
}
