/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that an option or a parameter names files, and what the command does with them: {@link FileUses} refuses what would lose one. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface FileUse {
    /** What a command does with a file. */
    enum Kind {
        /** It is read. */
        READ,
        /** It is written; {@code -} is standard output. */
        WRITTEN,
        /** It is written, and cannot be standard output. */
        WRITTEN_TO_DISK,
        /** It is a folder of a sweep, with its files. */
        SWEEP_FOLDER
    }

    /** Returns what the command does with it. */
    Kind value();
}
