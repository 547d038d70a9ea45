// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.util.concurrent.Callable;

/**
 * A command that another artifact adds to {@code rpcrdma}: an annotated picocli command that returns the exit code.
 *
 * <p>The command line finds implementations on its class path with {@link java.util.ServiceLoader}.
 */
public interface AddedCommand extends Callable<Integer> {
    /** {@return the name of the command that precedes this command in the help} */
    default String listedBehind() {
        return "manual";
    }
}
