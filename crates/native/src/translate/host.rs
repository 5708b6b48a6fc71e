//! The functions that a program imports, as C functions like its own: tables may hold them.

use std::fmt::Write;

use worstcase_machine::process::HostFunction;
use worstcase_program::host::InputKind;
use worstcase_program::host::wasi::Call;
use worstcase_program::{FuncIdx, Program, ValType};

use super::{Untranslatable, signature};

/// Appends the function that stands for an import.
///
/// What its caller had begun is accounted for before the call, so a host function sees the same number of instructions as the
/// interpreter's.
pub(super) fn translate(
    program: &Program,
    text: &mut String,
    function: FuncIdx,
    counted: Option<FuncIdx>,
) -> Result<(), Untranslatable> {
    let import = program.import(function).ok_or(Untranslatable("a function has no body"))?;
    let host = HostFunction::resolve(import).map_err(|_| Untranslatable("an import has another type"))?;
    let params = &program.func_type(function).params;
    let _ = writeln!(text, "{} {{", signature(program, function));
    if counted == Some(function) {
        text.push_str("calls++;\n");
    }
    let _ = writeln!(
        text,
        "moved += HOST_CALL;\nu64 value = 0;\n{}\nreturn (Ret){{left, value}};\n}}",
        body(host, params)
    );
    Ok(())
}

fn body(host: HostFunction, params: &[ValType]) -> String {
    match host {
        HostFunction::Input(kind) => format!("value = take({});", number_of(kind)),
        HostFunction::InputIn(exclusive) => {
            format!(
                "value = take_in({}, (i32)r0, (i64)(i32)r1 - {});",
                number_of(InputKind::I32),
                u8::from(exclusive)
            )
        }
        HostFunction::InputBytes => format!("host_input_object(left, {}, r0, r1);", number_of(InputKind::U8)),
        HostFunction::InputObject => "host_input_object(left, kind_of_bytes(r1), r0, r1);".into(),
        HostFunction::Assume => "if (!r0) stop(left, 0, DROPPED);".into(),
        HostFunction::Assert => "if (!r0) stop(left, 0, FAILED);".into(),
        HostFunction::Drop => "stop(left, 0, DROPPED);".into(),
        HostFunction::Fail => "stop(left, 0, FAILED);".into(),
        HostFunction::MeasureBegin => "host_measure_begin(left);".into(),
        HostFunction::MeasureEnd => "host_measure_end(left);".into(),
        // Without a declaration C passes an `int`.
        HostFunction::Cost if params == [ValType::I32] => "host_cost((i32)r0);".into(),
        HostFunction::Cost => "host_cost((i64)r0);".into(),
        HostFunction::OutputI32 => "host_output(1);".into(),
        HostFunction::OutputBytes => "host_output_bytes(left, r0, r1);".into(),
        HostFunction::Nothing => String::new(),
        HostFunction::Wasi(call) => system_call(call),
        HostFunction::Unknown => "give_up();".into(),
    }
}

/// What a command needs that reads standard input and writes to standard output.
fn system_call(call: Call) -> String {
    let answer = match call {
        Call::ArgsSizesGet => "write_sizes(&argument_strings, r0, r1)",
        Call::ArgsGet => "write_strings(&argument_strings, r0, r1)",
        Call::EnvironSizesGet => "write_sizes(&variable_strings, r0, r1)",
        Call::EnvironGet => "write_strings(&variable_strings, r0, r1)",
        Call::FdRead => "wasi_fd_read(r0, r1, r2, r3)",
        Call::FdWrite => "wasi_fd_write(r0, r1, r2, r3)",
        Call::FdClose => "wasi_fd_close(r0)",
        Call::FdFdstatGet => "wasi_fd_fdstat_get(r0, r1)",
        Call::FdSeek => "wasi_fd_seek(r0)",
        Call::FdPrestatGet => "wasi_fd_prestat_get(r0, r1)",
        Call::FdPrestatDirName => "wasi_fd_prestat_dir_name(r0, r1, r2)",
        Call::ProcExit => return "wasi_proc_exit(left, r0);".into(),
        Call::SchedYield => "SUCCESS",
        _ => return "give_up();".into(),
    };
    format!("value = {answer};")
}

/// The number of a kind of inputs in requests and answers.
pub(crate) fn number_of(kind: InputKind) -> usize {
    InputKind::ALL.iter().position(|known| *known == kind).expect("all kinds are listed")
}
