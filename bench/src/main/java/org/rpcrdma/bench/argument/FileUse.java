// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that an option or parameter names files, and how the command uses these files. {@code FileUses} rejects
 * combinations that would overwrite a file in use.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FileUse {
    /** How a command uses a file. */
    enum Kind {
        /** The command reads the file. */
        READ,
        /** The command writes the file; {@code -} is standard output. */
        WRITTEN,
        /** The option names no file; it sends only the result to standard output. */
        STANDARD_OUTPUT,
        /** The command writes the file; standard output is not allowed. */
        WRITTEN_TO_DISK,
        /** The command writes files into this folder. */
        FOLDER
    }

    /** Returns the command's use of the file. */
    Kind value();
}
