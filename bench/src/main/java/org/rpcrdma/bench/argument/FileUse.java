// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that an option or a parameter names files, and how the command uses them: {@code FileUses} refuses
 * combinations that would lose one.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FileUse {
    /** The uses of a file by a command. */
    enum Kind {
        /** It is read. */
        READ,
        /** It is written; {@code -} is standard output. */
        WRITTEN,
        /** None: the command's standard output is the result's alone. */
        STANDARD_OUTPUT,
        /** It is written, and cannot be standard output. */
        WRITTEN_TO_DISK,
        /** It is a folder that files are put into. */
        FOLDER
    }

    /** Returns the command's use of the file. */
    Kind value();
}
